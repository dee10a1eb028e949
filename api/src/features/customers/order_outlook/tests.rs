use super::super::customer::OrderDay;
use super::super::next_order::{LowConfidenceReason, UNLIKELY};
use super::super::simulated_retailer::{
    RandomNumbers, customer_ordering_on, parse_date, simulate_retailer,
};
use super::*;

/// First order after the as-of day.
fn next_order_day(customer: &Customer, as_of: NaiveDate) -> Option<NaiveDate> {
    customer
        .days
        .iter()
        .map(|day| day.day)
        .filter(|day| *day > as_of)
        .min()
}

#[test]
fn predicts_next_month_better_than_last_year() {
    let (mut brier, mut last_year, mut even, mut n) = (0.0, 0.0, 0.0, 0.0);
    let (mut held, mut buyers) = (0.0, 0.0);
    let mut distances: Vec<i64> = Vec::new();
    for (seed, as_of) in [(1, "2025-03-31"), (2, "2025-08-31"), (3, "2025-12-31")] {
        let as_of = parse_date(as_of);
        let customers = simulate_retailer(seed, 300, 6, as_of + Days::new(365));
        let outlook = OrderOutlook::from_customers(&customers, as_of);
        let basis = outlook.basis.unwrap();
        assert!(
            basis.own_parameters && (4..=5).contains(&basis.season_years),
            "{basis:?}"
        );
        for expected in &outlook.customers {
            let next = next_order_day(expected.customer, as_of);
            let came = f64::from(u8::from(
                next.is_some_and(|next| next <= as_of + Days::new(30)),
            ));
            let year_ago = expected
                .history
                .order_days_between(as_of - Days::new(365), as_of - Days::new(335))
                > 0;
            brier += (expected.p_order_within(30) - came).powi(2);
            last_year += (f64::from(u8::from(year_ago)) - came).powi(2);
            even += (expected.p_alive * expected.model.p_event_if_alive(&expected.seen, 30.0)
                - came)
                .powi(2);
            n += 1.0;
            if let Some(next) = next {
                let window =
                    expected.next_order_within(0.1, 365)..=expected.next_order_within(0.9, 365);
                held += f64::from(u8::from(window.contains(&next)));
                buyers += 1.0;
                distances.push(
                    (expected.next_order_within(0.5, 365) - next)
                        .num_days()
                        .abs(),
                );
            }
        }
    }
    distances.sort_unstable();
    assert!(
        brier < 0.6 * last_year && brier < 0.85 * even,
        "{} {} {}",
        brier / n,
        last_year / n,
        even / n
    );
    assert!((0.72..0.93).contains(&(held / buyers)), "{}", held / buyers);
    assert!(
        distances[distances.len() / 2] <= 35,
        "{}",
        distances[distances.len() / 2]
    );
}

#[test]
fn expected_orders_match_total() {
    let as_of = parse_date("2025-06-30");
    let customers = simulate_retailer(11, 300, 6, as_of + Days::new(365));
    let outlook = OrderOutlook::from_customers(&customers, as_of);
    let expected: f64 = outlook
        .customers
        .iter()
        .map(|customer| customer.expected_order_days_within(365))
        .sum();
    let came = outlook
        .customers
        .iter()
        .flat_map(|customer| &customer.customer.days)
        .filter(|day| day.day > as_of)
        .count();
    let came = estimators::usize_to_f64(came);
    assert!((expected / came - 1.0).abs() < 0.15, "{expected} {came}");
}

#[test]
fn ignores_input_order_and_future_orders() {
    let as_of = parse_date("2025-06-30");
    let customers = simulate_retailer(5, 90, 5, as_of);
    let mut shuffled: Vec<Customer> = customers.iter().rev().cloned().collect();
    for customer in &mut shuffled {
        customer.days.reverse();
        customer.days.push(OrderDay {
            day: as_of + Days::new(3),
            orders: 1,
            amount: 50.0,
        });
    }
    let (plain, other) = (
        OrderOutlook::from_customers(&customers, as_of),
        OrderOutlook::from_customers(&shuffled, as_of),
    );
    assert_eq!(plain.basis, other.basis);
    for (a, b) in plain.customers.iter().zip(&other.customers) {
        assert_eq!(
            (&a.customer.id, a.next_order(), a.p_alive.to_bits()),
            (&b.customer.id, b.next_order(), b.p_alive.to_bits())
        );
    }
}

#[test]
fn ignores_silence_in_off_season() {
    // Buys every April and November: as of September half a year of silence is normal, as of the
    // next September it is not.
    let mut customers = simulate_retailer(8, 120, 6, parse_date("2025-12-31"));
    let spring_and_fall: Vec<String> = (2020..=2024)
        .flat_map(|year| ["04-05", "04-20", "11-03", "11-18"].map(|day| format!("{year}-{day}")))
        .collect();
    let mut days: Vec<&str> = spring_and_fall.iter().map(String::as_str).collect();
    days.extend(["2025-04-05", "2025-04-20"]);
    customers.push(customer_ordering_on("Z", &days));
    let p_alive = |as_of: &str| {
        OrderOutlook::from_customers(&customers, parse_date(as_of))
            .customers
            .last()
            .map(|last| (last.customer.id.clone(), last.p_alive))
            .unwrap()
    };
    let (id, on_time) = p_alive("2025-09-15");
    assert_eq!(id, "Z");
    let (_, late) = p_alive("2025-12-31");
    assert!(on_time > 0.95 && late < on_time - 0.05, "{on_time} {late}");
}

#[test]
fn reports_lost_customers() {
    let mut customers = simulate_retailer(9, 120, 6, parse_date("2025-12-31"));
    let weekly: Vec<String> = (0..60)
        .map(|week| (parse_date("2021-01-04") + Days::new(7 * week)).to_string())
        .collect();
    customers.push(customer_ordering_on(
        "Z",
        &weekly.iter().map(String::as_str).collect::<Vec<_>>(),
    ));
    customers.push(customer_ordering_on("ZZ", &["2020-02-01"]));
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2025-12-31"));
    let [.., weekly, once] = outlook.customers.as_slice() else {
        panic!("two customers")
    };
    assert_eq!(
        (weekly.next_order(), weekly.next_order().to_string()),
        (NextOrder::Unlikely, UNLIKELY.to_owned())
    );
    assert_eq!(once.next_order(), NextOrder::Unlikely);
    assert!(weekly.expected_order_days_within(365) < 0.01);
}

#[test]
fn one_order_uses_group_window_and_low_confidence() {
    let mut customers = simulate_retailer(10, 200, 5, parse_date("2025-12-31"));
    let mut fresh = customer_ordering_on("Z", &["2025-11-20"]);
    (fresh.state, fresh.crops) = (Some("Iowa".to_owned()), Some("soybeans;corn".to_owned()));
    fresh.categories.clone_from(&customers[0].categories);
    customers.push(fresh);
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2025-12-31"));
    let fresh = outlook.customers.last().unwrap();
    let NextOrder::Expected {
        date: expected,
        low,
        high: Some(high),
        low_confidence: doubt,
    } = fresh.next_order()
    else {
        panic!("{:?}", fresh.next_order())
    };
    assert!(low < expected && expected < high);
    assert_eq!(doubt, Some(LowConfidenceReason::SingleOrder));
    // Its group buys next in April.
    assert!(
        (parse_date("2026-03-20")..parse_date("2026-05-15")).contains(&expected),
        "{expected}"
    );
}

#[test]
fn few_customers_use_prior_parameters() {
    let customers = [
        customer_ordering_on("A", &["2024-05-01", "2024-10-01", "2025-05-01"]),
        customer_ordering_on("B", &["2025-04-01"]),
    ];
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2025-11-21"));
    let basis = outlook.basis.unwrap();
    assert!(
        !basis.own_parameters
            && basis.repeat_customers == 1
            && basis.order_days == 4
            && basis.season_years == 0,
        "two customers show no season that repeats: {basis:?}"
    );
    let NextOrder::Expected {
        low_confidence: doubt,
        ..
    } = outlook.customers[0].next_order()
    else {
        panic!("{:?}", outlook.customers[0])
    };
    assert_eq!(doubt, Some(LowConfidenceReason::FewRepeatCustomers));
}

#[test]
fn no_customers_give_no_outlook() {
    let outlook = OrderOutlook::from_customers(&[], parse_date("2025-11-21"));
    assert_eq!(
        (
            outlook.basis,
            outlook.customers.len(),
            outlook.without_orders,
            outlook.first_order_day()
        ),
        (None, 0, 0, None)
    );
    let mut returns = customer_ordering_on("A", &["2025-05-01"]);
    returns.days[0].amount = -100.0;
    let early = [returns, customer_ordering_on("B", &["2026-05-01"])];
    let outlook = OrderOutlook::from_customers(&early, parse_date("2025-11-21"));
    assert_eq!(
        (
            outlook.basis,
            outlook.customers.len(),
            outlook.without_orders
        ),
        (None, 0, 2)
    );
}

#[test]
fn figures_stay_in_range_for_extreme_orders() {
    let as_of = parse_date("2024-02-29");
    for seed in 0..120 {
        let mut numbers = RandomNumbers::new(seed);
        let span = 1 + numbers.next_below(2_500);
        let customers: Vec<Customer> = (0..numbers.next_below(60))
            .map(|place| {
                let mut one = customer_ordering_on(&format!("C{place:03}"), &[]);
                for _ in 0..numbers.next_below(20) {
                    let day = as_of - Days::new(u64::from(numbers.next_below(span)));
                    let amount = if numbers.next() < 0.1 {
                        -5.0
                    } else {
                        1e6 * numbers.next()
                    };
                    one.days.push(OrderDay {
                        day,
                        orders: numbers.next_below(4),
                        amount,
                    });
                }
                one
            })
            .collect();
        let outlook = OrderOutlook::from_customers(&customers, as_of);
        assert_eq!(
            outlook.customers.len() + outlook.without_orders,
            customers.len()
        );
        for one in &outlook.customers {
            let (soon, late) = (one.p_order_within(30), one.p_order_within(90));
            assert!(
                (0.0..=1.0).contains(&one.p_alive)
                    && (0.0..=1.0).contains(&soon)
                    && soon <= late
                    && late <= 1.0,
                "{one:?}"
            );
            let (quarter, year) = (
                one.expected_order_days_within(91),
                one.expected_order_days_within(365),
            );
            assert!(
                quarter.is_finite() && year.is_finite() && quarter >= 0.0 && year >= quarter - 1e-9,
                "{one:?}"
            );
            if let NextOrder::Expected {
                date, low, high, ..
            } = one.next_order()
            {
                assert!(
                    as_of < low && low <= date && high.is_none_or(|high| date <= high),
                    "{one:?}"
                );
            }
        }
    }
}

#[test]
fn handles_ends_of_calendar() {
    for as_of in [NaiveDate::MIN, NaiveDate::MAX, parse_date("0001-01-01")] {
        let mut one = customer_ordering_on("A", &[]);
        one.days.push(OrderDay {
            day: as_of,
            orders: 1,
            amount: 5.0,
        });
        let customers = [one];
        let outlook = OrderOutlook::from_customers(&customers, as_of);
        let expected = outlook.customers[0].expected_order_days_within(91);
        assert!(expected.is_finite() && expected >= 0.0);
        assert!(
            outlook.customers[0]
                .next_order()
                .expected_date()
                .is_none_or(|date| date > as_of)
        );
    }
}

/// Customers that join within a quarter and order at random times; a share leaves after each order.
fn wave_of_customers(count: usize, days: f64) -> Vec<Customer> {
    let mut numbers = RandomNumbers::new(97);
    (0..count)
        .map(|place| {
            let mut one = customer_ordering_on(&format!("W{place:04}"), &[]);
            let mean = 25.0 + 100.0 * numbers.next();
            let mut at = 90.0 * numbers.next();
            while at < days {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "days of a few years"
                )]
                let after = Days::new(at as u64);
                one.days.push(OrderDay {
                    day: parse_date("2024-01-01") + after,
                    orders: 1,
                    amount: 100.0,
                });
                if numbers.next() < 0.25 {
                    break;
                }
                at += 1.0 - (1.0 - numbers.next()).ln() * mean;
            }
            one
        })
        .collect()
}

#[test]
fn wave_of_new_customers_is_no_season() {
    let customers = wave_of_customers(800, 900.0);
    for days in [365, 395, 425, 560, 730] {
        let as_of = parse_date("2024-01-01") + Days::new(days - 1);
        let outlook = OrderOutlook::from_customers(&customers, as_of);
        let basis = outlook.basis.unwrap();
        assert!(
            basis.season_years == 0 && basis.calendar_share < 0.02,
            "{days}: {basis:?}"
        );
        let (mut expected, mut came) = (0.0, 0.0);
        for one in &outlook.customers {
            expected += one.p_order_within(90);
            let next = next_order_day(one.customer, as_of);
            came += f64::from(u8::from(
                next.is_some_and(|next| next <= as_of + Days::new(90)),
            ));
        }
        assert!(
            (expected - came).abs() < 0.2 * came + 5.0,
            "{days}: {expected} {came}"
        );
    }
}

#[test]
fn silent_customer_is_not_active() {
    let mut customers = wave_of_customers(600, 365.0);
    // Orders every three weeks in the wave, then nothing for nine months.
    customers.push(customer_ordering_on(
        "Z",
        &["2024-01-20", "2024-02-10", "2024-03-02", "2024-03-25"],
    ));
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2024-12-31"));
    let silent = outlook.customers.last().unwrap();
    assert!(
        silent.p_alive < 0.1 && silent.p_order_within(90) < 0.1,
        "{} {}",
        silent.p_alive,
        silent.p_order_within(90)
    );
}

#[test]
fn repeated_season_is_used() {
    let customers = simulate_retailer(12, 300, 5, parse_date("2025-12-31"));
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2025-12-31"));
    let basis = outlook.basis.unwrap();
    assert!(
        basis.season_years >= 4 && basis.calendar_share > 0.1,
        "{basis:?}"
    );
}

#[test]
fn windows_of_orders_within_a_year_are_nested() {
    let customers = wave_of_customers(100, 400.0);
    let as_of = parse_date("2025-01-31");
    for one in &OrderOutlook::from_customers(&customers, as_of).customers {
        let [low, middle, high] = [0.1, 0.5, 0.9].map(|q| one.next_order_within(q, 365));
        assert!(as_of < low && low <= middle && middle <= high && high <= as_of + Days::new(365));
        assert!(
            high <= one
                .next_order_by(0.9, NaiveDate::MAX)
                .unwrap_or(NaiveDate::MAX)
        );
    }
}
