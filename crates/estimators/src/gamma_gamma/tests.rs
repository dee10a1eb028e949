use super::*;

/// `customer_id,frequency,recency,T,monetary_value,bgnbd_E39,p_alive,gg_mean`
const CDNOW: &str = include_str!("../../../../api/tests/data/cdnow/customers.csv");

fn load_cdnow() -> Vec<(AmountHistory, f64)> {
    let rows = CDNOW.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        (
            AmountHistory {
                events: cells[1].parse().unwrap(),
                mean: cells[4].parse().unwrap(),
            },
            cells[7].parse().unwrap(),
        )
    });
    rows.collect()
}

fn relative_difference(left: f64, right: f64) -> f64 {
    (left / right - 1.0).abs()
}

#[test]
fn matches_public_sample() {
    let rows = load_cdnow();
    let fitted =
        GammaGamma::fit(&rows.iter().map(|(amounts, _)| *amounts).collect::<Vec<_>>()).unwrap();
    assert!(
        relative_difference(fitted.p(), 6.248_802_496) < 1e-4,
        "{fitted:?}"
    );
    assert!(
        relative_difference(fitted.q(), 3.744_588_461) < 1e-4,
        "{fitted:?}"
    );
    assert!(
        relative_difference(fitted.v(), 15.447_748_065) < 1e-4,
        "{fitted:?}"
    );
    for (amounts, mean) in rows {
        assert!(
            relative_difference(fitted.expected_mean(&amounts), mean) < 1e-4,
            "{amounts:?} {mean}"
        );
    }
}

#[test]
fn is_invariant_to_unit_of_amounts() {
    let dollars: Vec<AmountHistory> = load_cdnow()
        .into_iter()
        .map(|(amounts, _)| amounts)
        .collect();
    let cents: Vec<AmountHistory> = dollars
        .iter()
        .map(|amounts| AmountHistory {
            mean: amounts.mean * 100.0,
            ..*amounts
        })
        .collect();
    let (in_dollars, in_cents) = (
        GammaGamma::fit(&dollars).unwrap(),
        GammaGamma::fit(&cents).unwrap(),
    );
    assert!(
        relative_difference(
            in_cents.expected_mean(&cents[0]),
            in_dollars.expected_mean(&dollars[0]) * 100.0
        ) < 1e-6
    );
}

#[test]
fn many_events_are_hardly_shrunk() {
    let model = GammaGamma::new(6.0, 4.0, 15.0).unwrap();
    let population = 6.0 * 15.0 / 3.0;
    assert!(
        relative_difference(
            model.expected_mean(&AmountHistory {
                events: 0,
                mean: 0.0
            }),
            population
        ) < 1e-12
    );
    assert!(
        relative_difference(
            model.expected_mean(&AmountHistory {
                events: 3,
                mean: f64::NAN
            }),
            population
        ) < 1e-12
    );
    let one = model.expected_mean(&AmountHistory {
        events: 1,
        mean: 100.0,
    });
    let many = model.expected_mean(&AmountHistory {
        events: 1_000,
        mean: 100.0,
    });
    assert!(
        population < one && one < many && relative_difference(many, 100.0) < 0.01,
        "{one} {many}"
    );
}

#[test]
fn equal_individuals_share_mean() {
    let alike: Vec<AmountHistory> = (1..40)
        .map(|events| AmountHistory {
            events,
            mean: 250.0,
        })
        .collect();
    let model = GammaGamma::fit(&alike).unwrap();
    assert!(
        relative_difference(model.expected_mean(&alike[0]), 250.0) < 0.01,
        "{model:?}"
    );
}

#[test]
fn insufficient_data_gives_no_parameters() {
    assert_eq!(GammaGamma::fit(&[]), None);
    assert_eq!(
        GammaGamma::fit(&[AmountHistory {
            events: 4,
            mean: 10.0
        }]),
        None
    );
    assert_eq!(
        GammaGamma::fit(&[
            AmountHistory {
                events: 0,
                mean: 10.0
            },
            AmountHistory {
                events: 2,
                mean: -1.0
            },
            AmountHistory {
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
fn means_are_finite_for_extreme_histories() {
    for (p, q, v) in [(1e-2, 1.001, 1e-9), (1e4, 1e4, 1e12), (0.9, 10.0, 9e4)] {
        let model = GammaGamma::new(p, q, v).unwrap();
        for events in [0, 1, 7, 100_000] {
            for mean in [1e-9, 1.0, 1e12] {
                let drawn = model.expected_mean(&AmountHistory { events, mean });
                assert!(
                    drawn.is_finite() && drawn > 0.0,
                    "{model:?} {events} {mean}"
                );
            }
        }
    }
}
