use super::super::customer::{Customer, OrderDay};
use super::super::simulated_retailer::{customer_ordering_on, parse_date, simulate_retailer};
use super::*;

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-9
}

/// 40 customers with an order every seventh day, spread over all weekdays, for `weeks` weeks up to
/// `as_of`.
fn steady_customers(as_of: NaiveDate, weeks: u64) -> Vec<Customer> {
    let customers = (0..40_u64).map(|place| {
        let mut one = customer_ordering_on(&format!("C{place:02}"), &[]);
        one.days = (0..weeks)
            .map(|week| OrderDay {
                day: as_of - Days::new(7 * week + place % 7),
                orders: 1,
                amount: 10.0,
            })
            .collect();
        one
    });
    customers.collect()
}

#[test]
fn weeks_are_iso_weeks_from_next_monday() {
    let customers = simulate_retailer(1, 60, 4, parse_date("2026-11-21"));
    let needs = forecast_weekly_needs(&OrderOutlook::from_customers(
        &customers,
        parse_date("2026-11-21"),
    ))
    .unwrap();
    let weeks: Vec<&str> = needs.weeks.iter().map(|week| week.week.as_str()).collect();
    assert_eq!(
        weeks[..7],
        [
            "2026-W48", "2026-W49", "2026-W50", "2026-W51", "2026-W52", "2026-W53", "2027-W01"
        ]
    );
    assert_eq!(
        (weeks.len(), needs.weeks[0].starts),
        (13, parse_date("2026-11-23"))
    );
    // From a Sunday the next day, from a Monday a week later.
    for (as_of, first) in [("2026-11-22", "2026-11-23"), ("2026-11-23", "2026-11-30")] {
        assert_eq!(
            forecast_weekly_needs(&OrderOutlook::from_customers(&customers, parse_date(as_of)))
                .unwrap()
                .weeks[0]
                .starts,
            parse_date(first)
        );
    }
}

#[test]
fn steady_customers_need_mean_week_every_week() {
    let as_of = parse_date("2026-11-22");
    let needs = forecast_weekly_needs(&OrderOutlook::from_customers(
        &steady_customers(as_of, 4 * 52 + 6),
        as_of,
    ))
    .unwrap();
    assert!((needs.mean_week - 40.0).abs() < 0.2, "{}", needs.mean_week);
    assert_eq!(needs.dispersion, Some(1.0));
    for week in &needs.weeks {
        assert_eq!(week.year_ago, Some(40.0));
        assert!((90.0..110.0).contains(&week.percentage), "{week:?}");
        let (low, high) = (week.low_80.unwrap(), week.high_80.unwrap());
        // Four whole years: last year has a weight of a fifth. 1.28 x sqrt(1.04 x 40) = 8.27 of 40
        // orders.
        assert!(
            low < week.percentage && week.percentage < high && (high - low - 41.3).abs() < 2.0,
            "{week:?}"
        );
    }
}

#[test]
fn deviation_from_last_year_raises_dispersion() {
    let as_of = parse_date("2026-11-22");
    let mut customers = steady_customers(as_of, 2 * 52 + 1);
    // Half of them first ordered this year.
    let year_ago = as_of - Days::new(364);
    customers
        .iter_mut()
        .take(20)
        .for_each(|customer| customer.days.retain(|day| day.day > year_ago));
    let scatter = forecast_weekly_needs(&OrderOutlook::from_customers(&customers, as_of))
        .unwrap()
        .dispersion
        .unwrap();
    // 40 against 20 in every week: 20^2 / 60.
    assert!(is_close(scatter, 20.0 * 20.0 / 60.0), "{scatter}");
}

#[test]
fn weights_clock_and_last_year_by_years() {
    let as_of = parse_date("2026-05-31");
    let customers = simulate_retailer(4, 150, 4, as_of);
    let outlook = OrderOutlook::from_customers(&customers, as_of);
    assert_eq!(outlook.basis.unwrap().season_years, 3);
    let needs = forecast_weekly_needs(&outlook).unwrap();
    for week in &needs.weeks {
        assert!(is_close(
            week.expected,
            (3.0 * week.by_clock + week.year_ago.unwrap()) / 4.0
        ));
        assert!(is_close(
            week.percentage,
            round2(100.0 * week.expected / needs.mean_week)
        ));
        assert!(week.low_80.unwrap() >= 0.0);
    }
}

#[test]
fn ranges_have_expected_coverage() {
    let (mut held, mut n) = (0, 0);
    for seed in 20..26 {
        let as_of = parse_date("2025-03-31");
        let customers = simulate_retailer(seed, 300, 6, as_of + Days::new(120));
        let needs =
            forecast_weekly_needs(&OrderOutlook::from_customers(&customers, as_of)).unwrap();
        for week in &needs.weeks {
            let end = week.starts + Days::new(7);
            let came = customers
                .iter()
                .flat_map(|customer| &customer.days)
                .filter(|day| week.starts <= day.day && day.day < end)
                .count();
            let came = 100.0 * usize_to_f64(came) / needs.mean_week;
            held += u32::from((week.low_80.unwrap()..=week.high_80.unwrap()).contains(&came));
            n += 1;
        }
    }
    let coverage = f64::from(held) / f64::from(n);
    assert!((0.7..0.95).contains(&coverage), "{coverage} of {n}");
}

#[test]
fn uses_clock_only_below_one_year() {
    let as_of = parse_date("2026-11-22");
    let needs = forecast_weekly_needs(&OrderOutlook::from_customers(
        &steady_customers(as_of, 20),
        as_of,
    ))
    .unwrap();
    assert_eq!(
        (
            needs.weeks[0].year_ago,
            needs.weeks[0].low_80,
            needs.dispersion
        ),
        (None, None, None)
    );
    // The mean week is that of the 20 weeks, not of a whole year.
    assert!((needs.mean_week - 40.0).abs() < 1.0, "{}", needs.mean_week);
    assert!(is_close(needs.weeks[0].expected, needs.weeks[0].by_clock));
}

#[test]
fn too_short_or_old_history_gives_no_weeks() {
    let as_of = parse_date("2026-11-22");
    assert_eq!(
        forecast_weekly_needs(&OrderOutlook::from_customers(&[], as_of)),
        None
    );
    assert_eq!(
        forecast_weekly_needs(&OrderOutlook::from_customers(
            &[customer_ordering_on("A", &["2026-11-01"])],
            as_of
        )),
        None
    );
    assert_eq!(
        forecast_weekly_needs(&OrderOutlook::from_customers(
            &[customer_ordering_on("A", &["2023-11-01", "2024-03-01"])],
            as_of
        )),
        None
    );
    assert!(
        forecast_weekly_needs(&OrderOutlook::from_customers(
            &[customer_ordering_on("A", &["2026-08-01"])],
            as_of
        ))
        .is_some()
    );
    assert_eq!(
        forecast_weekly_needs(&OrderOutlook::from_customers(
            &[customer_ordering_on("A", &["2026-08-25"])],
            as_of
        )),
        None
    );
    assert!(INSUFFICIENT_DATA.contains("13 weeks"));
}

#[test]
fn end_of_calendar_gives_no_weeks() {
    let customers = steady_customers(NaiveDate::MAX, 20);
    let outlook = OrderOutlook::from_customers(&customers, NaiveDate::MAX);
    assert!(forecast_weekly_needs(&outlook).is_none_or(|needs| needs.weeks.is_empty()));
    assert_eq!(ExpectedOrders::within_days(&outlook, 91), None);
}
