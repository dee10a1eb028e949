use std::collections::BTreeSet;

use super::super::customer::{CategorySales, Customer};
use super::super::simulated_retailer::{
    RandomNumbers, customer_ordering_on, parse_date, simulate_retailer,
};
use super::Segment::{AtRisk, Champions, Growing, Lost, Loyal, SeasonalOneTimers};
use super::*;

fn segment_rows(customers: &[Customer], as_of: &str) -> Vec<SegmentRow> {
    build_segments(
        &OrderOutlook::from_customers(customers, parse_date(as_of)),
        None,
    )
}

/// The segment of the customer.
fn segment_of(rows: &[SegmentRow], id: &str) -> Segment {
    let holding = |row: &&SegmentRow| row.members.iter().any(|member| member.id == id);
    rows.iter().find(holding).unwrap().segment
}

#[test]
fn assigns_each_customer_to_one_segment() {
    for (seed, number) in [(1, 400), (2, 24), (3, 25), (4, 3), (5, 1)] {
        let customers = simulate_retailer(seed, number, 5, parse_date("2026-11-21"));
        let outlook = OrderOutlook::from_customers(&customers, parse_date("2026-11-21"));
        let rows = build_segments(&outlook, None);
        let ids: Vec<&str> = rows
            .iter()
            .flat_map(|row| &row.members)
            .map(|member| member.id.as_str())
            .collect();
        assert_eq!(ids.len() + outlook.without_orders, number);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        let order: Vec<Segment> = rows.iter().map(|row| row.segment).collect();
        assert!(order.windows(2).all(|pair| pair[0] < pair[1]), "{order:?}");
    }
}

#[test]
fn is_deterministic() {
    let customers = simulate_retailer(1, 200, 5, parse_date("2026-11-21"));
    let reversed: Vec<Customer> = customers.iter().rev().cloned().collect();
    assert_eq!(
        segment_rows(&customers, "2026-11-21"),
        segment_rows(&reversed, "2026-11-21")
    );
}

#[test]
fn assigns_known_kinds_to_expected_segments() {
    let mut customers = simulate_retailer(1, 200, 5, parse_date("2026-11-21"));
    let days = |from: &str, every: u64, number: u64| -> Vec<String> {
        (0..number)
            .map(|n| (parse_date(from) + chrono::Days::new(every * n)).to_string())
            .collect()
    };
    let mut add = |id: &str, days: &[String], amount: f64| {
        let mut one =
            customer_ordering_on(id, &days.iter().map(String::as_str).collect::<Vec<_>>());
        one.days.iter_mut().for_each(|day| day.amount = amount);
        customers.push(one);
    };
    add("best", &days("2022-01-10", 14, 127), 50_000.0);
    add("steady", &days("2022-01-10", 120, 15), 10.0);
    add("gone large", &days("2022-01-10", 14, 60), 90_000.0);
    add("gone small", &days("2022-01-10", 14, 60), 1.0);
    add(
        "once a year",
        &[
            "2022-04-20",
            "2023-04-18",
            "2024-04-22",
            "2025-04-19",
            "2026-04-20",
        ]
        .map(str::to_owned),
        500.0,
    );
    add("new", &["2026-10-01".to_owned()], 500.0);
    add(
        "rising",
        &[days("2022-03-01", 300, 5), days("2025-12-20", 40, 9)].concat(),
        30.0,
    );
    let rows = segment_rows(&customers, "2026-11-21");
    let segments = [
        "best",
        "steady",
        "gone large",
        "gone small",
        "once a year",
        "new",
        "rising",
    ]
    .map(|id| segment_of(&rows, id));
    assert_eq!(
        segments,
        [
            Champions,
            Loyal,
            AtRisk,
            Lost,
            SeasonalOneTimers,
            SeasonalOneTimers,
            Growing
        ]
    );
}

#[test]
fn texts_match_terms() {
    let mut customers = simulate_retailer(1, 200, 5, parse_date("2026-11-21"));
    for one in &mut customers {
        one.categories = vec![
            CategorySales {
                category: "seed".to_owned(),
                amount: 30.0,
                at_cost: 20.0,
            },
            CategorySales {
                category: "fertilizer".to_owned(),
                amount: 60.0,
                at_cost: 20.0,
            },
            CategorySales {
                category: "other".to_owned(),
                amount: -60.0,
                at_cost: 20.0,
            },
            CategorySales {
                category: "pesticide".to_owned(),
                amount: 10.0,
                at_cost: 20.0,
            },
        ];
    }
    for row in segment_rows(&customers, "2026-11-21") {
        let terms = &row.terms;
        let shares = [("fertilizer", 60.0), ("seed", 30.0), ("pesticide", 10.0)]
            .map(|(category, share)| (category.to_owned(), share));
        assert_eq!(terms.categories, shares);
        let members = row.members.len();
        assert_eq!(
            row.description,
            format!(
                "{}: {members} customers, {:.1} orders a year each, mainly fertilizer (60 %)",
                row.segment.rule(),
                terms.orders_per_year
            )
        );
        assert!(
            row.predicted_needs
                .ends_with("in the next 90 days: fertilizer 60 %, seed 30 %, pesticide 10 %"),
            "{}",
            row.predicted_needs
        );
        assert_eq!(
            (
                row.optimal_purchase_time.as_str(),
                row.savings_text.as_deref()
            ),
            (
                purchase_windows::INSUFFICIENT_DATA,
                Some(purchase_windows::INSUFFICIENT_DATA)
            )
        );
        assert_eq!(row.potential_savings, None);
    }
}

#[test]
fn handles_one_customer_with_one_order() {
    let customers = [customer_ordering_on("A", &["2026-10-01"])];
    let [row] = segment_rows(&customers, "2026-11-21").try_into().unwrap();
    assert_eq!(
        (row.segment.to_string(), row.members.len()),
        ("Seasonal one-timers".to_owned(), 1)
    );
    assert_eq!(
        row.description,
        "At most one order a year so far: 1 customer, 1.0 orders a year each"
    );
    assert!(
        row.predicted_needs.ends_with("in the next 90 days"),
        "{}",
        row.predicted_needs
    );
    assert_eq!(
        (row.terms.median_silent_days, row.terms.categories.len()),
        (51, 0)
    );
}

#[test]
fn no_customers_give_no_segments() {
    assert!(segment_rows(&[], "2026-11-21").is_empty());
    assert!(segment_rows(&[customer_ordering_on("A", &["2027-10-01"])], "2026-11-21").is_empty());
}

#[test]
fn texts_stay_finite_for_extreme_rows() {
    for seed in 0..60 {
        let mut numbers = RandomNumbers::new(seed);
        let customers: Vec<Customer> = (0..numbers.next_below(40))
            .map(|place| {
                let mut one =
                    customer_ordering_on(&format!("C{place}"), &["2024-02-29", "2026-11-21"]);
                one.days.truncate(numbers.next_below(3) as usize);
                let amount = [0.0, -1.0, 1e300, f64::NAN, 5.0, f64::INFINITY]
                    [numbers.next_below(6) as usize];
                one.days.iter_mut().for_each(|day| day.amount = amount);
                one.categories = vec![CategorySales {
                    category: "seed".to_owned(),
                    amount,
                    at_cost: amount,
                }];
                one
            })
            .collect();
        for row in segment_rows(&customers, "2026-11-21") {
            let text = format!(
                "{} {} {}",
                row.description, row.predicted_needs, row.optimal_purchase_time
            );
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
