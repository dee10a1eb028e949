use super::*;

/// `customer_id,frequency,recency,T,monetary_value,bgnbd_E39,p_alive,gg_mean`
const CDNOW: &str = include_str!("../../../../api/tests/data/cdnow/customers.csv");

fn load_cdnow() -> Vec<(EventHistory, f64, f64)> {
    let rows = CDNOW.lines().skip(1).map(|line| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        (
            EventHistory {
                repeats: line.split(',').nth(1).unwrap().parse().unwrap(),
                last: cells[2],
                age: cells[3],
            },
            cells[5],
            cells[6],
        )
    });
    rows.collect()
}

fn relative_difference(left: f64, right: f64) -> f64 {
    (left / right - 1.0).abs()
}

/// Deterministic numbers in [0, 1) (Marsaglia's xorshift).
struct NumberStream(u64);

impl NumberStream {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let number = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        number
    }
}

fn test_model(r: f64, alpha: f64, a: f64, b: f64) -> BgNbd {
    BgNbd::new(r, alpha, a, b).unwrap()
}

#[test]
fn parameters_match_public_sample() {
    let seen: Vec<EventHistory> = load_cdnow().into_iter().map(|(seen, _, _)| seen).collect();
    let fitted = BgNbd::fit(&seen).unwrap();
    assert!(
        relative_difference(fitted.r(), 0.242_592_928) < 1e-4,
        "{fitted:?}"
    );
    assert!(
        relative_difference(fitted.alpha(), 4.413_532_265) < 1e-4,
        "{fitted:?}"
    );
    assert!(
        relative_difference(fitted.a(), 0.792_885_966) < 1e-4,
        "{fitted:?}"
    );
    assert!(
        relative_difference(fitted.b(), 2.425_752_383) < 1e-4,
        "{fitted:?}"
    );
}

#[test]
fn figures_match_public_sample() {
    let published = test_model(
        0.242_592_928_279_821_5,
        4.413_532_265_271_809,
        0.792_885_966_440_657_8,
        2.425_752_382_625_737_4,
    );
    for (seen, expected, p_alive) in load_cdnow() {
        let (ours, alive) = (
            published.expected_events(&seen, 39.0),
            published.p_alive(&seen),
        );
        // The reference is printed to six decimals.
        assert!(
            (ours - expected).abs() < 1e-4 * expected + 6e-7,
            "{seen:?} {ours} {expected}"
        );
        assert!(
            (alive - p_alive).abs() < 1e-4 * p_alive + 6e-7,
            "{seen:?} {alive} {p_alive}"
        );
    }
}

#[test]
fn is_invariant_to_unit_of_time() {
    let weeks: Vec<EventHistory> = load_cdnow().into_iter().map(|(seen, _, _)| seen).collect();
    let days: Vec<EventHistory> = weeks
        .iter()
        .map(|seen| EventHistory {
            last: seen.last * 7.0,
            age: seen.age * 7.0,
            ..*seen
        })
        .collect();
    let (weekly, daily) = (BgNbd::fit(&weeks).unwrap(), BgNbd::fit(&days).unwrap());
    assert!(
        relative_difference(daily.alpha(), weekly.alpha() * 7.0) < 1e-6
            && relative_difference(daily.r(), weekly.r()) < 1e-6
    );
    let (in_weeks, in_days) = (
        weekly.expected_events(&weeks[0], 13.0),
        daily.expected_events(&days[0], 91.0),
    );
    assert!(relative_difference(in_weeks, in_days) < 1e-6);
}

#[test]
fn recovers_known_population() {
    // r = 1 and a = 1, so that rates are exponential and dropout probabilities are 1 - u^(1/b).
    let (alpha, b) = (30.0, 5.0);
    let mut numbers = NumberStream(20_260_117);
    let seen: Vec<EventHistory> = (0..4_000)
        .map(|_| {
            let rate = -(1.0 - numbers.next()).ln() / alpha;
            let ending = 1.0 - (1.0 - numbers.next()).powf(1.0 / b);
            let age = 200.0 + 500.0 * numbers.next();
            let (mut repeats, mut last) = (0, 0.0);
            loop {
                let next: f64 = last - (1.0 - numbers.next()).ln() / rate;
                if next > age {
                    break;
                }
                (repeats, last) = (repeats + 1, next);
                if numbers.next() < ending {
                    break;
                }
            }
            EventHistory { repeats, last, age }
        })
        .collect();
    let fitted = BgNbd::fit(&seen).unwrap();
    assert!(
        relative_difference(fitted.r(), 1.0) < 0.1
            && relative_difference(fitted.alpha(), alpha) < 0.1,
        "{fitted:?}"
    );
    assert!(
        relative_difference(fitted.a() / (fitted.a() + fitted.b()), 1.0 / 6.0) < 0.1,
        "{fitted:?}"
    );
}

#[test]
fn expected_events_match_published_series() {
    // 2F1(r + x, b + x; a + b + x - 1; z) term by term, where it converges fast.
    let gauss = |a: f64, b: f64, c: f64, z: f64| {
        let mut term = 1.0;
        (0..400).fold(0.0, |sum, n| {
            let now = term;
            let n = f64::from(n);
            term *= (a + n) * (b + n) / ((c + n) * (n + 1.0)) * z;
            sum + now
        })
    };
    for (r, alpha, a, b) in [
        (0.25, 4.0, 0.8, 2.4),
        (1.4, 100.0, 0.2, 9.9),
        (2.0, 50.0, 3.0, 40.0),
        (0.5, 10.0, 1.001, 2.0),
    ] {
        for (repeats, last, age) in [(0, 0.0, 30.0), (1, 20.0, 60.0), (12, 200.0, 260.0)] {
            let (seen, x) = (EventHistory { repeats, last, age }, f64::from(repeats));
            for ahead in [1.0, 10.0, 40.0] {
                let z = ahead / (alpha + age + ahead);
                let series = gauss(r + x, b + x, a + b + x - 1.0, z);
                let published =
                    (a + b + x - 1.0) / (a - 1.0) * (1.0 - (1.0 - z).powf(r + x) * series);
                let ours = test_model(r, alpha, a, b).expected_events_if_alive(&seen, ahead);
                assert!(
                    relative_difference(ours, published) < 1e-9,
                    "{r} {a} {x} {ahead}: {ours} {published}"
                );
            }
        }
    }
}

#[test]
fn expected_events_are_finite_at_formula_poles() {
    let seen = EventHistory {
        repeats: 0,
        last: 0.0,
        age: 20.0,
    };
    for (at, near) in [
        (
            test_model(0.5, 10.0, 1.0, 3.0),
            test_model(0.5, 10.0, 1.0 + 1e-7, 3.0),
        ),
        (
            test_model(0.5, 10.0, 0.4, 0.6),
            test_model(0.5, 10.0, 0.4, 0.6 + 1e-9),
        ),
    ] {
        let (at, near) = (
            at.expected_events(&seen, 15.0),
            near.expected_events(&seen, 15.0),
        );
        assert!(
            at > 0.0 && relative_difference(at, near) < 1e-6,
            "{at} {near}"
        );
    }
}

#[test]
fn long_silence_after_many_events_means_dropout() {
    let model = test_model(0.25, 4.4, 0.8, 2.4);
    let p = |last: f64| {
        model.p_alive(&EventHistory {
            repeats: 20,
            last,
            age: 39.0,
        })
    };
    assert!(
        p(38.5) > 0.95 && p(20.0) < 0.01 && p(5.0) < 1e-9,
        "{} {} {}",
        p(38.5),
        p(20.0),
        p(5.0)
    );
    assert!(
        (model.p_alive(&EventHistory {
            repeats: 0,
            last: 0.0,
            age: 39.0
        }) - 1.0)
            .abs()
            < 1e-12
    );
}

#[test]
fn individual_may_drop_out_after_first_event() {
    let model = test_model(1.4, 100.0, 0.2, 9.8).with_dropout(Dropout::AfterEvents);
    let p = |repeats: u32, last: f64, age: f64| model.p_alive(&EventHistory { repeats, last, age });
    // The share that stays after the first event: b / (a + b).
    assert!((p(0, 0.0, 0.0) - 0.98).abs() < 1e-12);
    // Batislam, Denizel, Filiztekin (2007).
    let silent = 1.0 / (1.0 + 0.2 / 9.8 * ((100.0_f64 + 300.0) / 100.0).powf(1.4));
    assert!((p(0, 0.0, 300.0) - silent).abs() < 1e-12);
    let repeated = 1.0 / (1.0 + 0.2 / 11.8 * ((100.0_f64 + 300.0) / 150.0).powf(3.4));
    assert!((p(2, 50.0, 300.0) - repeated).abs() < 1e-12);
    assert!(p(0, 0.0, 200.0) > p(0, 0.0, 400.0) && p(0, 0.0, 3_000.0) < 0.35);
}

#[test]
fn expected_events_of_new_individual_match_simulation() {
    let model = test_model(1.0, 60.0, 1.0, 3.0).with_dropout(Dropout::AfterEvents);
    let new = EventHistory {
        repeats: 0,
        last: 0.0,
        age: 0.0,
    };
    let mut numbers = NumberStream(4_711);
    let (mut events, n) = (0_u32, 40_000_u32);
    for _ in 0..n {
        let rate = -(1.0 - numbers.next()).ln() / 60.0;
        let ending = 1.0 - (1.0 - numbers.next()).powf(1.0 / 3.0);
        let mut at = 0.0;
        while numbers.next() >= ending {
            at -= (1.0 - numbers.next()).ln() / rate;
            if at > 200.0 {
                break;
            }
            events += 1;
        }
    }
    let simulated = f64::from(events) / f64::from(n);
    let expected = model.expected_events(&new, 200.0);
    assert!(
        relative_difference(expected, simulated) < 0.03,
        "{expected} {simulated}"
    );
}

/// Individuals with exponential rates of mean 1 / alpha that drop out after any event with a
/// probability that is beta distributed (1, b).
fn simulate_population(count: usize, alpha: f64, b: Option<f64>) -> Vec<EventHistory> {
    let mut numbers = NumberStream(20_261_124);
    (0..count)
        .map(|_| {
            let rate = -(1.0 - numbers.next()).ln() / alpha;
            let ending = b.map_or(0.0, |b| 1.0 - (1.0 - numbers.next()).powf(1.0 / b));
            let age = 200.0 + 500.0 * numbers.next();
            let (mut repeats, mut last) = (0, 0.0);
            while numbers.next() >= ending {
                let next: f64 = last - (1.0 - numbers.next()).ln() / rate;
                if next > age {
                    break;
                }
                (repeats, last) = (repeats + 1, next);
            }
            EventHistory { repeats, last, age }
        })
        .collect()
}

#[test]
fn dropout_is_fitted_where_individuals_leave() {
    let fitted = BgNbd::fit_dropout(&simulate_population(4_000, 30.0, Some(4.0))).unwrap();
    assert_eq!(fitted.dropout(), Dropout::AfterEvents);
    assert!(
        relative_difference(fitted.alpha() / fitted.r(), 30.0) < 0.1
            && relative_difference(fitted.a() / (fitted.a() + fitted.b()), 0.2) < 0.1,
        "{fitted:?}"
    );
}

#[test]
fn nobody_leaves_without_dropout() {
    let fitted = BgNbd::fit_dropout(&simulate_population(4_000, 30.0, None)).unwrap();
    let silent = EventHistory {
        repeats: 5,
        last: 100.0,
        age: 250.0,
    };
    assert!(fitted.p_alive(&silent) > 0.97, "{fitted:?}");
    assert!(
        relative_difference(fitted.alpha() / fitted.r(), 30.0) < 0.1,
        "{fitted:?}"
    );
    let stays = test_model(2.0, 50.0, 1.0, 1.0).with_dropout(Dropout::Never);
    assert!((stays.p_alive(&silent) - 1.0).abs() < f64::EPSILON);
    assert!((stays.expected_events(&silent, 30.0) - 7.0 / 300.0 * 30.0).abs() < 1e-12);
    assert!(stays.expected_events(&silent, -1.0).abs() < f64::EPSILON);
}

#[test]
fn faster_populations_have_shorter_waits() {
    let model = test_model(1.0, 100.0, 0.2, 10.0);
    let seen = EventHistory {
        repeats: 0,
        last: 0.0,
        age: 0.0,
    };
    assert!(
        relative_difference(
            model.scale_rate(4.0).unwrap().wait_quantile(&seen, 0.5) * 4.0,
            model.wait_quantile(&seen, 0.5)
        ) < 1e-12
    );
    assert_eq!(
        (
            model.scale_rate(0.0),
            model.scale_rate(f64::NAN),
            model.scale_rate(-2.0)
        ),
        (None, None, None)
    );
}

#[test]
fn figures_stay_in_range_for_all_parameters() {
    let mut numbers = NumberStream(7);
    for _ in 0..3_000 {
        let mut log = |low: f64, high: f64| {
            (low.ln() + numbers.next() * (high / low).ln())
                .exp()
                .clamp(low, high)
        };
        let model = test_model(
            log(1e-3, 20.0),
            log(1e-3, 1e6),
            log(1e-4, 20.0),
            log(1e-3, 2e3),
        );
        let repeats = log(1.0, 2_000.0).floor() - 1.0;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer below 2,000"
        )]
        let repeats = repeats as u32;
        let age = log(1e-3, 1e5);
        let last = if repeats == 0 {
            0.0
        } else {
            age * log(1e-3, 1.0)
        };
        let seen = EventHistory { repeats, last, age };
        let (soon, late) = (log(1e-2, 500.0), log(500.0, 5_000.0));
        let alive = model.p_alive(&seen);
        assert!((0.0..=1.0).contains(&alive), "{model:?} {seen:?}");
        let (near, far) = (
            model.expected_events_if_alive(&seen, soon),
            model.expected_events_if_alive(&seen, late),
        );
        assert!(
            near.is_finite() && far.is_finite() && near >= 0.0 && far >= near * (1.0 - 1e-6) - 1e-6,
            "{model:?} {seen:?} {near} {far}"
        );
        let (p_near, p_far) = (
            model.p_event_if_alive(&seen, soon),
            model.p_event_if_alive(&seen, late),
        );
        assert!(
            (0.0..=1.0).contains(&p_near) && p_near <= p_far && p_far <= 1.0,
            "{model:?} {seen:?}"
        );
        let q = 0.05 + 0.9 * numbers.next();
        let wait = model.wait_quantile(&seen, q);
        assert!(wait >= 0.0 && !wait.is_nan());
        if wait.is_finite() && wait > 1e-6 && wait < 1e12 {
            assert!(
                (model.p_event_if_alive(&seen, wait) - q).abs() < 1e-6,
                "{model:?} {seen:?} {q} {wait}"
            );
        }
    }
}

#[test]
fn zero_horizon_gives_zero_events() {
    let model = test_model(1.0, 10.0, 0.5, 2.0);
    let seen = EventHistory {
        repeats: 3,
        last: 10.0,
        age: 12.0,
    };
    for ahead in [0.0, -5.0, f64::NAN] {
        assert!(
            model.expected_events(&seen, ahead).abs() < 1e-300
                && model.p_event_if_alive(&seen, ahead).abs() < 1e-300
        );
    }
    assert!(model.expected_events(&seen, f64::INFINITY).is_finite());
    assert!(
        model.wait_quantile(&seen, 1.0).is_infinite()
            && model.wait_quantile(&seen, f64::NAN).abs() < 1e-300
    );
}

#[test]
fn insufficient_data_gives_no_parameters() {
    let once = EventHistory {
        repeats: 0,
        last: 0.0,
        age: 10.0,
    };
    assert_eq!(BgNbd::fit(&[]), None);
    assert_eq!(BgNbd::fit(&[once; 50]), None);
    assert_eq!(
        BgNbd::fit(&[EventHistory {
            repeats: 2,
            last: 0.0,
            age: 0.0
        }]),
        None
    );
    let wild = [f64::NAN, f64::INFINITY, -1.0].map(|age| EventHistory {
        repeats: 1,
        last: 0.0,
        age,
    });
    assert_eq!(BgNbd::fit(&wild), None);
}

#[test]
fn degenerate_populations_end_at_bounds() {
    let alike = [EventHistory {
        repeats: 10,
        last: 100.0,
        age: 105.0,
    }; 40];
    let one = [EventHistory {
        repeats: 3,
        last: 50.0,
        age: 60.0,
    }];
    for seen in [alike.as_slice(), one.as_slice()] {
        let fitted = BgNbd::fit(seen).unwrap();
        let expected = fitted.expected_events(&seen[0], 30.0);
        assert!(
            expected.is_finite() && expected > 0.5 && expected < 5.0,
            "{fitted:?} {expected}"
        );
    }
}

#[test]
fn rejects_invalid_parameters() {
    for (r, alpha, a, b) in [
        (0.0, 1.0, 1.0, 1.0),
        (1.0, 0.0, 1.0, 1.0),
        (1.0, 1.0, f64::NAN, 1.0),
        (1.0, 1.0, 1.0, -1.0),
        (1.0, f64::INFINITY, 1.0, 1.0),
    ] {
        assert_eq!(BgNbd::new(r, alpha, a, b), None);
    }
}
