use super::*;

/// `customer_id,frequency,recency,T,monetary_value,bgnbd_E39,p_alive,gg_mean`
const CDNOW: &str = include_str!("../../../../api/tests/data/cdnow/customers.csv");

fn cdnow() -> Vec<(Amounts, f64)> {
    let rows = CDNOW.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        (
            Amounts {
                events: cells[1].parse().unwrap(),
                mean: cells[4].parse().unwrap(),
            },
            cells[7].parse().unwrap(),
        )
    });
    rows.collect()
}

fn relative(left: f64, right: f64) -> f64 {
    (left / right - 1.0).abs()
}

#[test]
fn parameters_and_means_of_the_public_sample() {
    let rows = cdnow();
    let fitted =
        GammaGamma::fit(&rows.iter().map(|(amounts, _)| *amounts).collect::<Vec<_>>()).unwrap();
    assert!(relative(fitted.p(), 6.248_802_496) < 1e-4, "{fitted:?}");
    assert!(relative(fitted.q(), 3.744_588_461) < 1e-4, "{fitted:?}");
    assert!(relative(fitted.v(), 15.447_748_065) < 1e-4, "{fitted:?}");
    for (amounts, mean) in rows {
        assert!(
            relative(fitted.mean(&amounts), mean) < 1e-4,
            "{amounts:?} {mean}"
        );
    }
}

#[test]
fn the_unit_of_money_is_free() {
    let dollars: Vec<Amounts> = cdnow().into_iter().map(|(amounts, _)| amounts).collect();
    let cents: Vec<Amounts> = dollars
        .iter()
        .map(|amounts| Amounts {
            mean: amounts.mean * 100.0,
            ..*amounts
        })
        .collect();
    let (in_dollars, in_cents) = (
        GammaGamma::fit(&dollars).unwrap(),
        GammaGamma::fit(&cents).unwrap(),
    );
    assert!(
        relative(
            in_cents.mean(&cents[0]),
            in_dollars.mean(&dollars[0]) * 100.0
        ) < 1e-6
    );
}

#[test]
fn many_events_speak_for_themselves() {
    let model = GammaGamma::new(6.0, 4.0, 15.0).unwrap();
    let population = 6.0 * 15.0 / 3.0;
    assert!(
        relative(
            model.mean(&Amounts {
                events: 0,
                mean: 0.0
            }),
            population
        ) < 1e-12
    );
    assert!(
        relative(
            model.mean(&Amounts {
                events: 3,
                mean: f64::NAN
            }),
            population
        ) < 1e-12
    );
    let one = model.mean(&Amounts {
        events: 1,
        mean: 100.0,
    });
    let many = model.mean(&Amounts {
        events: 1_000,
        mean: 100.0,
    });
    assert!(
        population < one && one < many && relative(many, 100.0) < 0.01,
        "{one} {many}"
    );
}

#[test]
fn individuals_that_do_not_differ_share_their_mean() {
    let alike: Vec<Amounts> = (1..40)
        .map(|events| Amounts {
            events,
            mean: 250.0,
        })
        .collect();
    let model = GammaGamma::fit(&alike).unwrap();
    assert!(relative(model.mean(&alike[0]), 250.0) < 0.01, "{model:?}");
}

#[test]
fn too_little_to_tell_has_no_parameters() {
    assert_eq!(GammaGamma::fit(&[]), None);
    assert_eq!(
        GammaGamma::fit(&[Amounts {
            events: 4,
            mean: 10.0
        }]),
        None
    );
    assert_eq!(
        GammaGamma::fit(&[
            Amounts {
                events: 0,
                mean: 10.0
            },
            Amounts {
                events: 2,
                mean: -1.0
            },
            Amounts {
                events: 2,
                mean: f64::INFINITY
            }
        ]),
        None
    );
    assert_eq!(GammaGamma::new(1.0, 1.0, 1.0), None);
    assert_eq!(GammaGamma::new(1.0, 2.0, f64::NAN), None);
}

#[test]
fn means_are_finite_whatever_was_seen() {
    for (p, q, v) in [(1e-2, 1.001, 1e-9), (1e4, 1e4, 1e12), (0.9, 10.0, 9e4)] {
        let model = GammaGamma::new(p, q, v).unwrap();
        for events in [0, 1, 7, 100_000] {
            for mean in [1e-9, 1.0, 1e12] {
                let drawn = model.mean(&Amounts { events, mean });
                assert!(
                    drawn.is_finite() && drawn > 0.0,
                    "{model:?} {events} {mean}"
                );
            }
        }
    }
}
