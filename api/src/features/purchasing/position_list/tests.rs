use super::*;
use crate::features::purchasing::season_position::{ArrivalTerm, BookingTerm};
use crate::row_page::list_names;
use purchase_planning::{PackedPosition, RowPosition};
use std::collections::HashMap;

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
}

fn stock_position(item: &str, location: &str, balances: [i64; 3]) -> StockPosition {
    let mut on_hand_e4 = 10_000;
    let cell = |balance_e4: i64| {
        let cell = PositionCell {
            on_hand_e4,
            arrivals_e4: 0,
            bookings_e4: 0,
            unbooked_forecast_e4: on_hand_e4 - balance_e4,
            balance_e4,
        };
        on_hand_e4 = balance_e4;
        cell
    };
    let interval = |balance_e4: i64| BalanceInterval {
        lo80_e4: balance_e4 - 5_000,
        hi80_e4: balance_e4 + 5_000,
    };
    StockPosition {
        item_id: item.to_lowercase(),
        item: item.to_owned(),
        category: "seed".to_owned(),
        unit: "bag".to_owned(),
        location: location.to_owned(),
        supplier_id: Some("s1".to_owned()),
        supplier: Some("Prairie Seed".to_owned()),
        unit_cost: Some(Decimal4::parse("2.5").unwrap()),
        position: PackedPosition::pack(&RowPosition {
            cells: balances.map(cell).to_vec(),
            intervals: balances.map(interval).to_vec(),
        }),
        arrivals: Vec::new(),
        undated: None,
        bookings: Vec::new(),
    }
}

fn position() -> SeasonPosition {
    SeasonPosition {
        as_of: day(2),
        rows: vec![
            stock_position("Soy", "Ames", [10_000, -20_000, -40_000]),
            stock_position("Corn", "Ames", [10_000, 30_000, 30_000]),
            stock_position("Wheat", "Boone", [-10_000, 50_000, 50_000]),
        ],
        as_ordered: HashMap::new(),
        missing: Vec::new(),
        currency: None,
        other_currency_rows: 0,
        unmatched_lines: 0,
        data_through: None,
    }
}

fn query() -> PositionQuery {
    PositionQuery {
        group: PositionGroup::ItemLocation,
        range: WeekRange { first: 0, count: 3 },
        category: None,
        location: None,
        search: None,
        is_short: false,
        sort: None,
        bounds: PageBounds {
            start: 0,
            limit: 50,
        },
    }
}

fn item_names(list: &PositionList) -> Vec<&str> {
    let names = list.lines.iter().filter_map(|line| line.item.as_deref());
    names.collect()
}

#[test]
fn what_runs_short_first_leads() {
    let list = query().apply(&position());
    assert_eq!(item_names(&list), ["Wheat", "Soy", "Corn"]);
    let weeks: Vec<_> = list
        .lines
        .iter()
        .map(|line| line.first_short_week)
        .collect();
    assert_eq!(weeks, [Some(day(2)), Some(day(9)), None]);
    // 4 bags and 1 bag at 2.50.
    assert_eq!(
        list.lines[1].shortage_cost.map(ExactSum::to_money),
        Some(10.0)
    );
    assert_eq!((list.total, list.short_lines), (3, 2));
    assert!((list.shortage_cost.to_money() - 12.5).abs() < 1e-9);
}

#[test]
fn an_order_search_and_page_apply_to_all_lines() {
    let sorted = PositionQuery {
        sort: SortOrder::parse("-item", &SORT_KEYS),
        bounds: PageBounds { start: 1, limit: 1 },
        ..query()
    }
    .apply(&position());
    assert_eq!(item_names(&sorted), ["Soy"]);
    assert_eq!(sorted.next_cursor.as_deref(), Some("2"));
    let short = PositionQuery {
        is_short: true,
        search: Some("ames".to_owned()),
        ..query()
    }
    .apply(&position());
    assert_eq!(item_names(&short), ["Soy"]);
}

#[test]
fn sums_keep_shortages_of_rows() {
    let list = PositionQuery {
        group: PositionGroup::Category,
        ..query()
    }
    .apply(&position());
    assert_eq!(list.lines.len(), 1);
    let line = &list.lines[0];
    let balances: Vec<i64> = line.weeks.iter().map(|week| week.cell.balance_e4).collect();
    assert_eq!(balances, [10_000, 60_000, 40_000]);
    let short: Vec<usize> = line.weeks.iter().map(|week| week.short_rows).collect();
    assert_eq!(short, [1, 1, 1]);
    assert_eq!(line.weeks[0].interval.lo80_e4, -5_000);
    assert_eq!(line.first_short_week, Some(day(2)));
    assert_eq!((line.rows, line.item.as_ref()), (3, None));
    assert_eq!(line.supplier.as_deref(), Some("Prairie Seed"));
}

#[test]
fn a_cost_in_another_currency_is_no_sum() {
    let mut position = position();
    position.rows[0].unit_cost = None;
    let list = query().apply(&position);
    assert_eq!(list.lines[1].shortage_cost, None);
    assert!((list.shortage_cost.to_money() - 2.5).abs() < 1e-9);
}

#[test]
fn balances_beyond_the_largest_quantity_stay_exact() {
    let mut position = position();
    // A trillion missing units at 2.5.
    let trillion_e4 = 10_i64.pow(16);
    position.rows = vec![
        stock_position("Soy", "Ames", [-trillion_e4; 3]),
        stock_position("Soy", "Boone", [-trillion_e4; 3]),
    ];
    let by_item = PositionQuery {
        group: PositionGroup::Item,
        ..query()
    };
    let list = by_item.apply(&position);
    assert_eq!(list.lines[0].weeks[0].cell.balance_e4, -2 * trillion_e4);
    assert_eq!(list.shortage_cost.to_money_text(), "5000000000000.00");
}

#[test]
fn a_range_limits_the_weeks_and_the_shortage() {
    let list = PositionQuery {
        range: WeekRange { first: 1, count: 1 },
        location: Some("Boone".to_owned()),
        ..query()
    }
    .apply(&position());
    assert_eq!(list.lines[0].weeks.len(), 1);
    assert_eq!(list.lines[0].weeks[0].starts_on, day(9));
    assert_eq!(list.lines[0].first_short_week, None);
    assert_eq!(
        list_names(&position().rows, |row| &row.location),
        ["Ames", "Boone"]
    );
}

#[test]
fn a_week_has_the_lines_that_are_due_in_it() {
    let mut position = position();
    let arrival = |expected, quantity_e4| ArrivalTerm {
        po_id: "p".to_owned(),
        line: "1".to_owned(),
        supplier_id: "s1".to_owned(),
        order_date: day(1),
        expected,
        quantity_e4,
    };
    let booking = |due, quantity_e4| BookingTerm {
        booking_id: "b".to_owned(),
        line: "1".to_owned(),
        customer_id: "c".to_owned(),
        due,
        quantity_e4,
        unit_price_e4: None,
        currency: "USD".to_owned(),
    };
    let overdue = NaiveDate::from_ymd_opt(2026, 2, 1);
    position.rows[0].arrivals = vec![
        arrival(overdue, 1),
        arrival(None, 2),
        arrival(Some(day(8)), 3),
        arrival(Some(day(9)), 4),
        arrival(Some(day(15)), 5),
        arrival(Some(day(16)), 6),
    ];
    position.rows[0].bookings = vec![booking(day(3), 7), booking(day(16), 8)];
    let units = |week: usize| {
        let terms = position.find_week("soy", "Ames", week).unwrap();
        let arrivals: Vec<i64> = terms.arrivals.iter().map(|one| one.quantity_e4).collect();
        let bookings: Vec<i64> = terms.bookings.iter().map(|one| one.quantity_e4).collect();
        (arrivals, bookings)
    };
    assert_eq!(units(0), (vec![1, 2, 3], vec![7]));
    assert_eq!(units(1), (vec![4, 5], Vec::new()));
    assert_eq!(units(2), (vec![6], vec![8]));
    assert_eq!(position.find_week("soy", "Ames", 3), None);
    assert_eq!(position.find_week("soy", "Boone", 0), None);
}
