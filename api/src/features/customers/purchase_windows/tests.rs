use super::super::simulated_retailer::RandomNumbers;
use super::*;
use crate::features::supply_prices::price_index::{ItemMonth, compute_price_index};

fn parse_month(text: &str) -> Month {
    Month::parse(text).unwrap()
}

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-9
}

/// One item of the category, purchased every month from January 2023 on at `price(month of the
/// year, year)`.
fn item_months(category: &str, months: i32, price: impl Fn(u32, i32) -> f64) -> Vec<ItemMonth> {
    let rows = (0..months).map(|ahead| {
        let month = parse_month("2023-01").plus_months(ahead);
        let value = 10.0 * price(month.month_number(), month.year());
        ItemMonth {
            item: format!("{category} 1"),
            category: category.to_owned(),
            month,
            lines: 1,
            quantity: 10.0,
            value,
        }
    });
    rows.collect()
}

/// High in April, low in November.
fn seasonal_price(month: u32, _: i32) -> f64 {
    match month {
        4 => 120.0,
        11 => 80.0,
        _ => 100.0,
    }
}

fn category_demand(category: &str, peak: usize) -> CategoryDemand {
    let mut by_month = [1.0; 12];
    by_month[peak - 1] = 50.0;
    CategoryDemand {
        category: category.to_owned(),
        by_month,
        lead_time_days: 14,
    }
}

fn windows_as_of(
    rows: &[ItemMonth],
    demand: &[CategoryDemand],
    carrying: f64,
) -> Option<PurchaseWindows> {
    let as_of = parse_month("2026-12");
    compute_windows(
        &compute_price_index(rows, as_of).unwrap(),
        demand,
        CarryingCost::from_yearly_share(carrying).unwrap(),
        as_of,
    )
}

#[test]
fn matches_hand_calculation_of_four_years() {
    let windows = windows_as_of(
        &item_months("seed", 48, seasonal_price),
        &[category_demand("seed", 4)],
        0.12,
    )
    .unwrap();
    let [seed] = windows.categories.as_slice() else {
        panic!("one category")
    };
    // Twelve-month mean of logarithms: (ln 1.2 + ln 0.8) / 12. Three ratios each, so 3 / (3 + 3) of
    // the distance from 1.
    let around = ((1.2_f64.ln() + 0.8_f64.ln()) / 12.0).exp();
    let (april, november) = (
        1.0 + (1.2 / around - 1.0) / 2.0,
        1.0 + (0.8 / around - 1.0) / 2.0,
    );
    let best = seed.best.unwrap();
    assert_eq!(
        (
            seed.peak,
            best.terms.month,
            best.terms.months_held,
            best.terms.years
        ),
        (MonthOfYear::April, MonthOfYear::November, 5, 3)
    );
    assert!(
        is_close(seed.peak_terms().unwrap().factor, april) && is_close(best.terms.factor, november),
        "{seed:?}"
    );
    assert!(
        is_close(best.terms.carrying, 0.05)
            && is_close(seed.newest_factor, 1.0 + (1.0 / around - 1.0) / 2.0)
    );
    assert!(is_close(
        best.saving_percent,
        100.0 * (april - november - 0.05) / april
    ));
    // 80 x 1.05 against 120, three times (November 2023 to 2025): 30 % each time, without variance.
    assert_eq!((best.years, best.years_cheaper), (3, 3));
    let range = best.range.unwrap();
    assert!(
        is_close(range.low_80, round2(best.saving_percent))
            && is_close(range.high_80, range.low_80)
    );
    // The chart: zero at the peak itself, negative in months that are more expensive including
    // carrying cost.
    let bar = |month: MonthOfYear| {
        windows
            .months
            .iter()
            .find(|bar| bar.month == month)
            .unwrap()
            .value
            .unwrap()
    };
    assert_eq!(windows.months.len(), 12);
    assert!(
        is_close(bar(MonthOfYear::April), 0.0)
            && is_close(bar(MonthOfYear::November), round2(best.saving_percent))
            && bar(MonthOfYear::May) < bar(MonthOfYear::March)
    );
}

#[test]
fn varying_years_widen_range() {
    let windows = windows_as_of(
        &item_months("seed", 48, |month, year| {
            seasonal_price(month, year)
                * if month == 11 && year == 2024 {
                    1.3
                } else {
                    1.0
                }
        }),
        &[category_demand("seed", 4)],
        0.0,
    );
    let best = windows.unwrap().categories[0].best.unwrap();
    let range = best.range.unwrap();
    assert!(
        range.low_80 < best.saving_percent - 10.0 && range.high_80 > best.saving_percent + 10.0,
        "{best:?}"
    );
    assert_eq!((best.years, best.years_cheaper), (3, 3));
}

#[test]
fn carrying_cost_can_exceed_saving() {
    let cheap = windows_as_of(
        &item_months("seed", 48, seasonal_price),
        &[category_demand("seed", 4)],
        1.3,
    )
    .unwrap();
    assert_eq!(cheap.categories[0].best, None);
    assert!(
        cheap
            .months
            .iter()
            .all(|bar| bar.value.is_none_or(|value| value <= 0.0))
    );
    let flat = windows_as_of(
        &item_months("seed", 48, |_, _| 100.0),
        &[category_demand("seed", 4)],
        0.0,
    )
    .unwrap();
    assert_eq!(flat.categories[0].best, None);
}

#[test]
fn respects_lead_time_before_peak() {
    let rows = item_months("seed", 48, |month, _| {
        if month == 3 {
            70.0
        } else {
            seasonal_price(month, 0)
        }
    });
    let best = |lead_time_days: u32| {
        let demand = CategoryDemand {
            lead_time_days,
            ..category_demand("seed", 4)
        };
        windows_as_of(&rows, &[demand], 0.12).unwrap().categories[0]
            .best
            .unwrap()
            .terms
    };
    assert_eq!(
        (best(0).month, best(30).month, best(31).month),
        (
            MonthOfYear::March,
            MonthOfYear::March,
            MonthOfYear::November
        )
    );
    assert_eq!(best(150).month, MonthOfYear::November);
    assert!(best(153).months_held >= 6);
    let never = CategoryDemand {
        lead_time_days: u32::MAX,
        ..category_demand("seed", 4)
    };
    assert_eq!(
        windows_as_of(&rows, &[never], 0.12).unwrap().categories[0].best,
        None
    );
}

#[test]
fn requires_two_years() {
    assert_eq!(
        windows_as_of(
            &item_months("seed", 23, seasonal_price),
            &[category_demand("seed", 4)],
            0.1
        ),
        None
    );
    let two = windows_as_of(
        &item_months("seed", 24, seasonal_price),
        &[category_demand("seed", 4)],
        0.1,
    )
    .unwrap();
    let best = two.categories[0].best.unwrap();
    // One ratio per month, a quarter of the distance from 1; a single past window and peak give no
    // range.
    assert_eq!(
        (best.terms.month, best.terms.years, best.years, best.range),
        (MonthOfYear::November, 1, 1, None)
    );
    // Known later, but not as of then.
    let rows = item_months("seed", 48, seasonal_price);
    let index = compute_price_index(&rows, parse_month("2026-12")).unwrap();
    assert_eq!(
        compute_windows(
            &index,
            &[category_demand("seed", 4)],
            CarryingCost::default(),
            parse_month("2024-11")
        ),
        None
    );
    assert!(
        compute_windows(
            &index,
            &[category_demand("seed", 4)],
            CarryingCost::default(),
            parse_month("2024-12")
        )
        .is_some()
    );
}

#[test]
fn month_without_purchases_has_no_window_or_bar() {
    let rows: Vec<ItemMonth> = item_months("seed", 48, seasonal_price)
        .into_iter()
        .filter(|row| row.month.month_number() != 7)
        .collect();
    let windows = windows_as_of(&rows, &[category_demand("seed", 4)], 0.0).unwrap();
    let july = windows.categories[0]
        .months
        .iter()
        .find(|terms| terms.month == MonthOfYear::July)
        .unwrap();
    assert_eq!((july.years, july.saving_percent), (0, None));
    assert!(is_close(july.factor, 1.0));
    assert_eq!(
        windows.months[6],
        PurchaseWindow {
            month: MonthOfYear::July,
            value: None
        }
    );
    assert_eq!(
        windows.categories[0].best.unwrap().terms.month,
        MonthOfYear::November
    );
}

#[test]
fn weights_bars_by_spend() {
    let mut rows = item_months("seed", 48, seasonal_price);
    rows.extend(item_months("fertilizer", 48, |_, _| 300.0));
    let windows = windows_as_of(
        &rows,
        &[category_demand("seed", 4), category_demand("fertilizer", 4)],
        0.0,
    )
    .unwrap();
    let [fertilizer, seed] = windows.categories.as_slice() else {
        panic!("two categories")
    };
    let saving = seed.best.unwrap().saving_percent;
    let expected = saving * seed.spend / (seed.spend + fertilizer.spend);
    assert!(is_close(
        windows.months[10].value.unwrap(),
        round2(expected)
    ));
}

#[test]
fn omits_categories_without_demand_or_history() {
    let mut rows = item_months("seed", 48, seasonal_price);
    rows.extend(item_months("fertilizer", 48, seasonal_price));
    rows.extend(item_months("pesticide", 10, seasonal_price));
    rows.extend(item_months("other", 1, seasonal_price));
    let nothing = CategoryDemand {
        category: "fertilizer".to_owned(),
        by_month: [0.0; 12],
        lead_time_days: 14,
    };
    let windows = windows_as_of(
        &rows,
        &[
            category_demand("seed", 4),
            nothing,
            category_demand("pesticide", 4),
        ],
        0.0,
    )
    .unwrap();
    assert_eq!(windows.categories.len(), 1);
    assert_eq!(windows.left_out, ["other", "fertilizer", "pesticide"]);
}

#[test]
fn uses_first_of_equal_peaks() {
    let mut two = category_demand("seed", 9);
    two.by_month[4] = 50.0;
    two.by_month[5] = f64::NAN;
    assert_eq!(two.peak_month(), Some(MonthOfYear::May));
}

#[test]
fn carrying_cost_is_share_of_value() {
    assert_eq!(
        (
            CarryingCost::from_yearly_share(-0.1),
            CarryingCost::from_yearly_share(2.1),
            CarryingCost::from_yearly_share(f64::NAN)
        ),
        (None, None, None)
    );
    assert_eq!(
        CarryingCost::from_yearly_share(0.2),
        Some(CarryingCost::default())
    );
}

#[test]
fn figures_stay_finite_for_extreme_prices() {
    for scale in [1e-9, 1.0, 1e9] {
        for jump in [1.0, 1e6] {
            let rows = item_months("seed", 48, |month, year| {
                scale
                    * seasonal_price(month, year)
                    * if year == 2024 && month == 6 {
                        jump
                    } else {
                        1.0
                    }
            });
            let windows = windows_as_of(&rows, &[category_demand("seed", 4)], 0.2).unwrap();
            assert!(
                windows
                    .months
                    .iter()
                    .all(|bar| bar.value.is_none_or(f64::is_finite))
            );
        }
    }
}

#[test]
fn figures_stay_finite_with_gaps_and_noise() {
    for seed in 0..150 {
        let mut numbers = RandomNumbers::new(seed);
        let demand = 0.05 + numbers.next();
        let mut rows = Vec::new();
        for category in ["seed", "fertilizer", "pesticide"] {
            let length = i32::try_from(numbers.next_below(60)).unwrap();
            rows.extend(
                item_months(category, length, |_, _| 100.0)
                    .into_iter()
                    .filter_map(|mut row| {
                        row.value *= (4.0 * numbers.next() - 2.0).exp();
                        (numbers.next() < demand).then_some(row)
                    }),
            );
        }
        let Some(index) = compute_price_index(&rows, parse_month("2027-12")) else {
            continue;
        };
        let demand = ["seed", "fertilizer", "pesticide"].map(|category| CategoryDemand {
            category: category.to_owned(),
            by_month: std::array::from_fn(|_| numbers.next() - 0.3),
            lead_time_days: numbers.next_below(400),
        });
        let Some(windows) = compute_windows(
            &index,
            &demand,
            CarryingCost::default(),
            parse_month("2027-12"),
        ) else {
            continue;
        };
        assert_eq!(
            (
                windows.months.len(),
                windows.categories.len() + windows.left_out.len()
            ),
            (12, index.categories.len() + index.thin_categories.len())
        );
        assert!(
            windows
                .months
                .iter()
                .all(|bar| bar.value.is_none_or(f64::is_finite)),
            "{windows:?}"
        );
        for category in &windows.categories {
            assert!(
                category
                    .months
                    .iter()
                    .all(|terms| terms.factor.is_finite() && terms.factor > 0.0),
                "{category:?}"
            );
            if let Some(best) = category.best {
                assert!(
                    best.saving_percent > 0.0
                        && best.saving_percent < 100.0
                        && best.years_cheaper <= best.years,
                    "{category:?}"
                );
                assert!(
                    best.range
                        .is_none_or(|range| range.low_80 <= best.saving_percent + 0.01
                            && best.saving_percent <= range.high_80 + 0.01),
                    "{category:?}"
                );
            }
        }
    }
}

#[test]
fn month_labels_are_short_names() {
    assert_eq!(
        (
            month_label(MonthOfYear::January),
            month_label(MonthOfYear::September)
        ),
        ("Jan", "Sep")
    );
}
