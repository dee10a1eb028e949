use super::super::simulated::{customer, date, retailer};
use super::super::windows::{Carrying, PurchaseWindow};
use super::*;
use crate::decimal::round2;

fn windows(values: [Option<f64>; 12]) -> PurchaseWindows {
    let months = values.into_iter().zip(1_u8..).map(|(value, number)| PurchaseWindow { month: MonthOfYear::try_from(number).unwrap(), value });
    PurchaseWindows { months: months.collect(), categories: Vec::new(), left_out: Vec::new(), carrying: Carrying::default() }
}

#[test]
fn expected_orders_as_a_share_of_the_last_year() {
    let as_of = date("2026-02-28");
    let customers = retailer(6, 150, 5, as_of);
    let (now, before) = (Outlook::of(&customers, as_of), Outlook::of(&customers, year_before(as_of)));
    let headline = expected_orders(&now, &before).unwrap();
    let expected = headline.terms.expected;
    // Five whole years behind the clocks, one behind last year.
    assert_eq!(now.basis.unwrap().season_years, 5);
    assert!((expected.orders - (5.0 * expected.by_clock + expected.year_ago.unwrap()) / 6.0).abs() < 1e-9);
    assert_eq!(headline.value.to_bits(), round2(100.0 * expected.orders / count(headline.terms.last_year)).to_bits());
    // Spring is the season of two of the three kinds.
    assert!(headline.value > 30.0 && headline.value < 70.0, "{headline:?}");
    let then = expected_orders(&before, &Outlook::of(&[], year_before(before.as_of))).unwrap();
    assert!((headline.change_points.unwrap() - (headline.value - then.value)).abs() < 0.011);
    assert_eq!(then.change_points, None);
}

#[test]
fn a_year_of_orders_is_needed() {
    let as_of = date("2026-11-21");
    let headline = |days: &[&str]| {
        let customers = [customer("A", days)];
        expected_orders(&Outlook::of(&customers, as_of), &Outlook::of(&customers, year_before(as_of)))
    };
    assert_eq!(headline(&["2026-05-01", "2026-11-01"]), None);
    assert_eq!(headline(&["2025-11-23", "2026-11-01"]), None);
    let enough = headline(&["2025-11-22", "2026-11-01"]).unwrap();
    assert_eq!((enough.terms.last_year, enough.change_points), (2, None));
    // Long ago, and nothing since.
    assert_eq!(headline(&["2023-11-22", "2024-11-01"]), None);
    assert_eq!(headline(&[]), None);
}

#[test]
fn the_best_bar_of_the_coming_months() {
    let mut values = [Some(1.0); 12];
    (values[10], values[11], values[0], values[1], values[2]) = (Some(90.0), Some(4.0), Some(12.5), Some(3.0), Some(80.0));
    let now = windows(values);
    let as_of = Month::parse("2026-11").unwrap();
    let headline = best_saving(&now, None, as_of).unwrap();
    assert_eq!((headline.value.to_bits(), headline.terms.month, headline.change_points), (12.5_f64.to_bits(), MonthOfYear::January, None));
    values[0] = Some(14.75);
    assert_eq!(best_saving(&now, Some(&windows(values)), as_of).unwrap().change_points, Some(-2.25));
}

#[test]
fn nothing_on_offer_is_zero_and_nothing_known_is_nothing() {
    let as_of = Month::parse("2026-11").unwrap();
    let dearer = best_saving(&windows([Some(-3.0); 12]), None, as_of).unwrap();
    assert_eq!((dearer.value.to_bits(), dearer.terms.month), (0.0_f64.to_bits(), MonthOfYear::December));
    assert_eq!(best_saving(&windows([None; 12]), None, as_of), None);
    let mut only_summer = [None; 12];
    only_summer[6] = Some(5.0);
    assert_eq!(best_saving(&windows(only_summer), None, as_of), None);
    assert_eq!(best_saving(&windows([Some(2.0); 12]), Some(&windows([None; 12])), as_of).unwrap().change_points, None);
}
