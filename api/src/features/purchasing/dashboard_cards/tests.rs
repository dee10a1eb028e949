#![expect(clippy::float_cmp, reason = "rounded figures must be exact to the bit")]

use super::*;
use crate::decimal::Decimal4;

fn parse_date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn spend_window(amounts: &[&str], orders: u64, promised_due: u64, on_time: u64) -> SpendWindow {
    let mut spend = ExactSum::ZERO;
    for amount in amounts {
        spend.add(Decimal4::parse(amount).unwrap());
    }
    SpendWindow {
        spend,
        orders,
        lines: u64::try_from(amounts.len()).unwrap(),
        promised_due,
        on_time,
    }
}

#[test]
fn periods_are_adjacent_and_disjoint() {
    let windows = CardPeriods::ending_on(parse_date("2026-11-21"));
    assert_eq!(
        windows.year,
        DateRange {
            after: parse_date("2025-11-21"),
            through: parse_date("2026-11-21")
        }
    );
    assert_eq!(
        windows.prior_year,
        DateRange {
            after: parse_date("2024-11-21"),
            through: parse_date("2025-11-21")
        }
    );
    assert_eq!(
        windows.quarter,
        DateRange {
            after: parse_date("2026-08-23"),
            through: parse_date("2026-11-21")
        }
    );
    assert_eq!(
        windows.prior_quarter,
        DateRange {
            after: parse_date("2026-05-25"),
            through: parse_date("2026-08-23")
        }
    );
    assert!(
        windows.year.contains(parse_date("2026-11-21"))
            && !windows.year.contains(parse_date("2026-11-22"))
    );
    assert!(
        !windows.year.contains(parse_date("2025-11-21"))
            && windows.prior_year.contains(parse_date("2025-11-21"))
    );
}

#[test]
fn leap_day_shifts_period_by_days() {
    // 29 February 2024 is in the window, so 365 days before 1 March 2024 is 2 March 2023.
    assert_eq!(
        CardPeriods::ending_on(parse_date("2024-03-01")).year.after,
        parse_date("2023-03-02")
    );
    assert_eq!(
        CardPeriods::ending_on(NaiveDate::MIN).prior_year.after,
        NaiveDate::MIN
    );
}

#[test]
fn computes_cards_of_two_years() {
    let year = spend_window(&["1000.005", "250", "-50"], 4, 8, 7);
    let prior = spend_window(&["800", "200"], 5, 10, 8);
    let cards = compute_cards(&year, &prior, 12, 9);
    // 1200.005 rounds half-even to 1200.00; the change comes from the exact sums: 20.0005 %.
    assert_eq!(
        cards.total_spend,
        MoneyCard {
            value: 1200.0,
            change_percent: Some(20.0)
        }
    );
    // 300.00125 against 200.
    assert_eq!(
        cards.avg_order_value,
        Some(MoneyCard {
            value: 300.0,
            change_percent: Some(50.0)
        })
    );
    assert_eq!(
        cards.delivery_rate,
        Some(RateCard {
            value: 87.5,
            change_points: Some(7.5)
        })
    );
    assert_eq!(
        cards.active_suppliers,
        CountCard {
            value: 12,
            change: Some(3)
        }
    );
    assert_eq!(cards.lines, 3);
}

#[test]
fn missing_or_zero_base_omits_change() {
    let year = spend_window(&["100"], 1, 2, 1);
    let without_base = compute_cards(&year, &SpendWindow::default(), 3, 0);
    assert_eq!(
        without_base.total_spend,
        MoneyCard {
            value: 100.0,
            change_percent: None
        }
    );
    assert_eq!(
        without_base.avg_order_value,
        Some(MoneyCard {
            value: 100.0,
            change_percent: None
        })
    );
    assert_eq!(
        without_base.delivery_rate,
        Some(RateCard {
            value: 50.0,
            change_points: None
        })
    );
    assert_eq!(
        without_base.active_suppliers,
        CountCard {
            value: 3,
            change: None
        }
    );
    let zero_rate = compute_cards(&year, &spend_window(&["1"], 1, 5, 0), 3, 3);
    assert_eq!(
        zero_rate.delivery_rate,
        Some(RateCard {
            value: 50.0,
            change_points: None
        })
    );
    assert_eq!(zero_rate.active_suppliers.change, Some(0));
    let returned = compute_cards(&year, &spend_window(&["-10"], 1, 0, 0), 3, 5);
    assert_eq!(
        (
            returned.total_spend.change_percent,
            returned.avg_order_value.unwrap().change_percent
        ),
        (None, None)
    );
    assert_eq!(returned.active_suppliers.change, Some(-2));
}

#[test]
fn no_purchases_give_zero_spend_only() {
    let empty = compute_cards(
        &SpendWindow::default(),
        &spend_window(&["500"], 2, 4, 4),
        0,
        6,
    );
    assert_eq!(
        empty.total_spend,
        MoneyCard {
            value: 0.0,
            change_percent: Some(-100.0)
        }
    );
    assert_eq!((empty.avg_order_value, empty.delivery_rate), (None, None));
    assert_eq!(
        empty.active_suppliers,
        CountCard {
            value: 0,
            change: Some(-6)
        }
    );
}

#[test]
fn net_returns_give_negative_spend() {
    let returned = compute_cards(
        &spend_window(&["-30"], 2, 0, 0),
        &spend_window(&["60"], 2, 0, 0),
        1,
        1,
    );
    assert_eq!(
        returned.total_spend,
        MoneyCard {
            value: -30.0,
            change_percent: Some(-150.0)
        }
    );
    assert_eq!(
        returned.avg_order_value,
        Some(MoneyCard {
            value: -15.0,
            change_percent: Some(-150.0)
        })
    );
}

#[test]
fn large_counts_do_not_overflow() {
    let huge = SpendWindow {
        spend: ExactSum::from_parts(i64::MAX, 0, i64::MAX),
        orders: u64::MAX,
        lines: u64::MAX,
        promised_due: u64::MAX,
        on_time: u64::MAX,
    };
    let cards = compute_cards(&huge, &huge, u64::MAX, 1);
    assert!(cards.total_spend.value.is_finite());
    assert_eq!(cards.avg_order_value.unwrap().change_percent, None);
    assert_eq!(cards.delivery_rate.unwrap().value, 100.0);
    assert_eq!(cards.active_suppliers.change, None);
}
