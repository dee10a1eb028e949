use super::super::average_spend::SpendMethod;
use super::super::next_order::UNLIKELY;
use super::super::simulated_retailer::{
    RandomNumbers, customer_ordering_on, parse_date, simulate_retailer,
};
use super::*;

#[test]
fn computes_row_figures() {
    let mut customers = vec![
        customer_ordering_on("B", &["2024-11-21", "2025-05-01", "2026-05-01"]),
        customer_ordering_on("A", &["2026-05-01", "2026-11-01"]),
    ];
    customers[0].days[0].orders = 2;
    customers[0].days[0].amount = 500.0;
    let patterns = compute_patterns(&OrderOutlook::from_customers(
        &customers,
        parse_date("2026-11-21"),
    ));
    let [b, a] = patterns.rows.as_slice() else {
        panic!("two rows")
    };
    // 700 in two years against 200 in what counts as one.
    assert_eq!(
        (b.id.as_str(), b.customer.as_str(), b.last_purchase),
        ("B", "Farm B", parse_date("2026-05-01"))
    );
    assert_eq!(
        (b.frequency.to_bits(), a.frequency.to_bits()),
        (2.0_f64.to_bits(), 2.0_f64.to_bits())
    );
    assert_eq!(
        (
            b.terms.orders,
            b.terms.order_days,
            b.terms.own_mean.to_bits()
        ),
        (4, 3, 175.0_f64.to_bits())
    );
    assert!(
        b.average_spend <= 175.0 && b.average_spend >= 100.0 && a.average_spend >= 100.0,
        "{patterns:?}"
    );
    assert!(matches!(
        patterns.spend.unwrap().method,
        SpendMethod::Credibility(_)
    ));
    assert!(
        b.predicted_next.to_string().starts_with("202"),
        "{}",
        b.predicted_next
    );
}

#[test]
fn sorts_by_amount_then_id() {
    let customers: Vec<_> = ["C", "A", "B"]
        .map(|id| customer_ordering_on(id, &["2026-05-01"]))
        .into();
    let ids = |outlook: &OrderOutlook<'_>| {
        compute_patterns(outlook)
            .rows
            .iter()
            .map(|row| row.id.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ids(&OrderOutlook::from_customers(
            &customers,
            parse_date("2026-11-21")
        )),
        ["A", "B", "C"]
    );
    let rows = compute_patterns(&OrderOutlook::from_customers(
        &simulate_retailer(2, 80, 4, parse_date("2026-11-21")),
        parse_date("2026-11-21"),
    ))
    .rows;
    let yearly: Vec<f64> = rows
        .iter()
        .map(|row| row.average_spend * row.frequency)
        .collect();
    assert!(yearly[0] > yearly[yearly.len() - 1]);
}

#[test]
fn includes_lost_customers() {
    let mut customers = simulate_retailer(2, 120, 5, parse_date("2026-11-21"));
    customers.push(customer_ordering_on(
        "Z",
        &[
            "2021-12-01",
            "2021-12-08",
            "2021-12-15",
            "2021-12-22",
            "2021-12-29",
        ],
    ));
    let rows = compute_patterns(&OrderOutlook::from_customers(
        &customers,
        parse_date("2026-11-21"),
    ))
    .rows;
    let lost = rows.iter().find(|row| row.id == "Z").unwrap();
    assert_eq!(lost.predicted_next.to_string(), UNLIKELY);
    assert!(lost.terms.p_alive_percent < 20.0 && lost.terms.p90_percent < 5.0);
}

#[test]
fn no_customers_give_no_rows() {
    let patterns = compute_patterns(&OrderOutlook::from_customers(&[], parse_date("2026-11-21")));
    assert_eq!((patterns.rows.len(), patterns.spend), (0, None));
}

#[test]
fn figures_stay_finite_for_extreme_amounts() {
    for seed in 0..40 {
        let mut numbers = RandomNumbers::new(seed);
        let mut customers = simulate_retailer(seed, 45, 3, parse_date("2026-11-21"));
        for day in customers.iter_mut().flat_map(|customer| &mut customer.days) {
            day.amount =
                [day.amount, -day.amount, 1e-12, 1e200, 1e12, 0.01][numbers.next_below(6) as usize];
        }
        for row in compute_patterns(&OrderOutlook::from_customers(
            &customers,
            parse_date("2026-11-21"),
        ))
        .rows
        {
            assert!(
                row.average_spend.is_finite()
                    && row.frequency.is_finite()
                    && row.terms.own_mean.is_finite(),
                "{row:?}"
            );
        }
    }
}

#[test]
fn window_after_last_order_stays() {
    let customers = vec![
        customer_ordering_on("A", &["2026-01-10", "2026-03-10", "2026-05-10"]),
        customer_ordering_on("B", &["2026-05-10"]),
    ];
    // On the day of the last order the window is in the future; six months later it is the same
    // window.
    let due_by = |as_of: &str| {
        let outlook = OrderOutlook::from_customers(&customers, parse_date(as_of));
        outlook
            .customers
            .iter()
            .map(|customer| customer.order_due_by(0.9))
            .collect::<Vec<_>>()
    };
    let outlook = OrderOutlook::from_customers(&customers, parse_date("2026-05-10"));
    let high = outlook.customers[0].next_order_by(0.9, parse_date("2030-01-01"));
    assert_eq!((due_by("2026-11-21")[0], high.is_some()), (high, true));
    assert_eq!(due_by("2026-11-21")[1], None, "one order shows no pace");
}
