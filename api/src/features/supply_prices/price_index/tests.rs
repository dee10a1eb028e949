use super::*;

const LINES: &str = include_str!("../../../../tests/data/price_index/lines.csv");
const EXPECTED: &str = include_str!("../../../../tests/data/price_index/expected.csv");

fn parse_month(text: &str) -> Month {
    Month::parse(text).unwrap()
}

fn item_month(item: &str, category: &str, on: &str, quantity: f64, value: f64) -> ItemMonth {
    ItemMonth {
        item: item.to_owned(),
        category: category.to_owned(),
        month: parse_month(on),
        lines: 1,
        quantity,
        value,
    }
}

/// Rows of (month, unit price) of one item at a quantity of 10.
fn item_months(item: &str, category: &str, prices: &[(&str, f64)]) -> Vec<ItemMonth> {
    prices
        .iter()
        .map(|&(on, price)| item_month(item, category, on, 10.0, price * 10.0))
        .collect()
}

fn is_close(left: f64, right: f64) -> bool {
    (left / right - 1.0).abs() < 1e-12
}

fn read_fixture() -> Vec<ItemMonth> {
    LINES
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            item_month(
                cells[1],
                cells[2],
                cells[0],
                cells[3].parse().unwrap(),
                cells[4].parse().unwrap(),
            )
        })
        .collect()
}

#[test]
fn matches_published_reference_series() {
    let report = compute_price_index(&read_fixture(), parse_month("2024-12")).unwrap();
    let mut compared = 0;
    for line in EXPECTED.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let series = if cells[0] == ALL_CATEGORIES {
            &report.series
        } else {
            &report
                .categories
                .iter()
                .find(|index| index.category == cells[0])
                .unwrap()
                .series
        };
        let points = if cells[1] == "geks13_tornqvist" {
            &series.points
        } else {
            &series.year_over_year
        };
        let ours = points
            .iter()
            .find(|point| point.month == parse_month(cells[2]))
            .map(|point| point.index);
        if cells[3].is_empty() {
            assert_eq!(ours, None, "{line}: no item has purchases in both months");
        } else {
            let expected: f64 = cells[3].parse().unwrap();
            assert!(
                (ours.unwrap() / expected - 1.0).abs() < 1e-8,
                "{line}: {ours:?}"
            );
        }
        compared += 1;
    }
    assert_eq!(compared, 296, "every value of the fixture");
    assert_eq!(report.series.points.len(), 36);
    assert_eq!(
        report
            .categories
            .iter()
            .map(|index| index.series.points.len())
            .sum::<usize>(),
        36 * 3 + 34
    );
}

#[test]
fn overview_matches_fixture_series() {
    let report = compute_price_index(&read_fixture(), parse_month("2025-01")).unwrap();
    let points = &report.series.points;
    assert!(is_close(report.current_index, points[35].index));
    assert_eq!(
        report.index_change_percent,
        percent_change(points[35].index, points[34].index)
    );
    assert_eq!(
        report.year_over_year_percent,
        percent_change(report.series.year_over_year[23].index, 1.0)
    );
    assert_eq!(report.last_month, parse_month("2024-12"));
    assert!(report.carried && !report.series.provisional);
    assert!(
        !compute_price_index(&read_fixture(), parse_month("2024-12"))
            .unwrap()
            .carried
    );
    let spends: Vec<f64> = report.categories.iter().map(|index| index.spend).collect();
    assert!(
        spends.is_sorted_by(|larger, smaller| larger >= smaller),
        "{spends:?}"
    );
    assert_eq!(report.months, 36);
}

#[test]
fn requires_two_months() {
    assert_eq!(compute_price_index(&[], parse_month("2026-01")), None);
    assert_eq!(
        compute_price_index(
            &item_months("a", "seed", &[("2026-01", 5.0)]),
            parse_month("2026-01")
        ),
        None
    );
    // Two months with no item in common cannot be compared either.
    let mut unlinked = item_months("a", "seed", &[("2026-01", 5.0)]);
    unlinked.extend(item_months("b", "seed", &[("2026-02", 9.0)]));
    assert_eq!(compute_price_index(&unlinked, parse_month("2026-02")), None);
    assert_eq!(
        INSUFFICIENT_DATA,
        "Not enough purchases for an index (needs 2 months)"
    );
}

#[test]
fn two_months_of_one_item_give_price_ratio() {
    let report = compute_price_index(
        &item_months("a", "seed", &[("2026-01", 5.0), ("2026-02", 5.5)]),
        parse_month("2026-02"),
    )
    .unwrap();
    assert!(is_close(report.current_index, 110.0));
    assert_eq!(report.index_change_percent, Some(10.0));
    assert_eq!(report.year_over_year_percent, None);
    assert!(report.series.provisional);
    assert_eq!((report.lines, report.items, report.months), (2, 1, 2));
    assert_eq!(report.categories[0].price_change_percent, Some(10.0));
    assert_eq!(report.categories[0].trend(), PriceTrend::Stable);
}

#[test]
fn constant_prices_stay_at_100() {
    let start = parse_month("2022-01");
    let rows: Vec<ItemMonth> = (0..48)
        .flat_map(|position| {
            let on = start.plus_months(position).to_string();
            // Quantities vary with the season, prices do not.
            let quantity = 1.0 + f64::from(position % 12);
            [
                item_month("a", "seed", &on, quantity, 7.0 * quantity),
                item_month(
                    "b",
                    "fertilizer",
                    &on,
                    13.0 - quantity,
                    900.0 * (13.0 - quantity),
                ),
            ]
        })
        .collect();
    let report = compute_price_index(&rows, parse_month("2025-12")).unwrap();
    assert!(
        report
            .series
            .points
            .iter()
            .all(|point| is_close(point.index, 100.0))
    );
    assert_eq!(report.index_change_percent, Some(0.0));
    assert_eq!(report.year_over_year_percent, Some(0.0));
    assert!(
        report
            .categories
            .iter()
            .all(|index| index.trend() == PriceTrend::Stable)
    );
}

#[test]
fn seasonal_prices_do_not_drift() {
    // Prices rise through the season of purchases and start low again: a chained index would rise
    // forever.
    let start = parse_month("2020-01");
    let rows: Vec<ItemMonth> = (0..72)
        .flat_map(|position| {
            let season = position % 12;
            let on = start.plus_months(position).to_string();
            let price = 100.0 + 8.0 * f64::from(season);
            let mut rows = vec![item_month("all-year", "seed", &on, 1.0, 50.0)];
            if season < 6 {
                rows.push(item_month(
                    "spring",
                    "seed",
                    &on,
                    20.0 - 3.0 * f64::from(season),
                    price * (20.0 - 3.0 * f64::from(season)),
                ));
            }
            rows
        })
        .collect();
    let points = compute_price_index(&rows, parse_month("2025-12"))
        .unwrap()
        .series
        .points;
    assert!(
        (points[71].index / points[11].index - 1.0).abs() < 0.01,
        "{} to {}",
        points[11].index,
        points[71].index
    );
}

#[test]
fn ignores_returns_free_goods_and_future_months() {
    let mut rows = item_months("a", "seed", &[("2026-01", 5.0), ("2026-02", 6.0)]);
    let clean = compute_price_index(&rows, parse_month("2026-02")).unwrap();
    rows.push(item_month("a", "seed", "2026-02", -4.0, -24.0));
    rows.push(item_month("b", "seed", "2026-01", 10.0, 0.0));
    rows.push(item_month("b", "seed", "2026-02", 0.0, 3.0));
    rows.push(item_month("c", "seed", "2026-02", f64::NAN, 3.0));
    rows.push(item_month("c", "seed", "2026-01", 1.0, f64::INFINITY));
    rows.extend(item_months("a", "seed", &[("2026-03", 60.0)]));
    assert_eq!(
        compute_price_index(&rows, parse_month("2026-02")).unwrap(),
        clean
    );
}

#[test]
fn reports_thin_categories() {
    let mut rows = item_months("a", "seed", &[("2026-01", 5.0), ("2026-02", 6.0)]);
    rows.extend(item_months("b", "pesticide", &[("2026-02", 80.0)]));
    let report = compute_price_index(&rows, parse_month("2026-02")).unwrap();
    assert_eq!(report.categories.len(), 1);
    assert_eq!(report.thin_categories, ["pesticide"]);
}

#[test]
fn months_without_purchases_have_no_points() {
    let rows = item_months(
        "a",
        "seed",
        &[("2025-01", 5.0), ("2025-04", 6.0), ("2026-04", 9.0)],
    );
    let report = compute_price_index(&rows, parse_month("2026-07")).unwrap();
    assert_eq!(
        report
            .series
            .points
            .iter()
            .map(|point| point.month.to_string())
            .collect::<Vec<_>>(),
        ["2025-01", "2025-04", "2026-04"]
    );
    assert_eq!(report.index_change_percent, Some(50.0));
    assert_eq!(report.year_over_year_percent, Some(50.0));
    assert_eq!(report.last_month, parse_month("2026-04"));
    assert!(report.carried && report.categories[0].carried);
}

#[test]
fn extreme_values_give_finite_figures_or_none() {
    let rows = [
        item_month("a", "seed", "2026-01", 1e-300, 1e300),
        item_month("a", "seed", "2026-02", 1e300, 1e-300),
        item_month("b", "seed", "2026-01", 1.0, 1.0),
        item_month("b", "seed", "2026-02", 1.0, 2.0),
    ];
    let report = compute_price_index(&rows, parse_month("2026-02")).unwrap();
    assert!(
        report
            .series
            .points
            .iter()
            .all(|point| point.index.is_finite() && point.index > 0.0)
    );
}

#[test]
fn four_years_of_200_items_are_fast() {
    let start = parse_month("2022-01");
    let rows: Vec<ItemMonth> = (0..48)
        .flat_map(|position| (0..200).map(move |item| (position, item)))
        .map(|(position, item)| {
            let price = 10.0 + f64::from(item) + f64::from((position * 7 + item) % 5);
            item_month(
                &format!("item {item}"),
                ["seed", "fertilizer", "pesticide", "other"][usize::try_from(item % 4).unwrap()],
                &start.plus_months(position).to_string(),
                3.0,
                3.0 * price,
            )
        })
        .collect();
    let started = std::time::Instant::now();
    assert!(compute_price_index(&rows, parse_month("2025-12")).is_some());
    // Unoptimized and on a busy machine; optimized it takes a few milliseconds.
    assert!(
        started.elapsed() < std::time::Duration::from_secs(2),
        "{:?}",
        started.elapsed()
    );
}
