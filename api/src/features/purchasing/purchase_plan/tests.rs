use super::*;
use crate::features::purchasing::lead_time::{LeadDays, LeadTime, LeadTimeSource};
use crate::features::purchasing::reorder_levels::WeeklyCosts;
use purchase_planning::TransferTerms;

fn units(text: &str) -> Decimal4 {
    Decimal4::parse(text).unwrap()
}

fn stock(location: &str) -> StockRow {
    StockRow {
        item_id: "urea".to_owned(),
        item: "Urea".to_owned(),
        category: "fertilizer".to_owned(),
        unit: "ton".to_owned(),
        location: location.to_owned(),
        supplier_id: Some("s1".to_owned()),
        supplier: Some("Summit".to_owned()),
        is_only_location: false,
        waiting: false,
        on_hand: units("20"),
        on_order: Decimal4::ZERO,
        ordered: Decimal4::ZERO,
        booked: Decimal4::ZERO,
        reorder_point: None,
        pack_size: None,
        min_order_quantity: None,
        lead_time: LeadTime {
            days: LeadDays::from_days(10),
            source: LeadTimeSource::Default,
            deliveries: 0,
        },
        unit_cost: units("400"),
        reorder_point_corrected: false,
        season: None,
        costs: WeeklyCosts {
            holding: 1.0,
            shortage: 100.0,
            order: 75.0,
        },
        correction: None,
        sold_last_year: ExactSum::ZERO,
    }
}

fn input(row: usize, location: &str) -> PlanInput {
    PlanInput {
        stock: stock(location),
        row,
        is_planned: true,
        underway: Decimal4::ZERO,
        first_short_week: None,
    }
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
}

fn order(row: usize) -> OrderLine {
    OrderLine {
        row,
        quantity_e4: 400_000,
        cost_of_waiting: 45.124,
        now: YearCosts {
            carrying: 100.004,
            shortage: 50.005_1,
            ordering: 225.0,
            price_changes: 10.0,
        },
        wait: YearCosts {
            carrying: 90.005_2,
            shortage: 175.13,
            ordering: 150.0,
            price_changes: 14.998,
        },
        arrives_in_days: 9.6,
        position_e4: 200_000,
        demand_until_next_e4: 310_000,
    }
}

#[test]
fn terms_of_waiting_add_up_to_the_cent() {
    let plan = Plan {
        orders: vec![order(0)],
        ..Plan::default()
    };
    let rows = build_plan_rows(day(2), &plan, vec![input(0, "Ames")]);
    let row = &rows[0];
    assert_eq!(
        (row.action, row.reason),
        (PlanAction::OrderNow, PlanReason::DemandExceedsStock)
    );
    let order = row.order.unwrap();
    assert_eq!((order.cost, order.arrives_on), (units("16000"), day(12)));
    let waiting = order.waiting.unwrap();
    assert_eq!(
        (
            waiting.difference.shortage,
            waiting.difference.carrying,
            waiting.difference.ordering,
            waiting.difference.price_changes
        ),
        (units("125.12"), units("-9.99"), units("-75"), units("5"))
    );
    assert!((waiting.total().to_money() - 45.13).abs() < 1e-9);
    let total = waiting.wait.total().scaled() - waiting.now.total().scaled();
    assert_eq!(total, waiting.total().scaled());
}

#[test]
fn terms_of_an_order_add_up() {
    let mut row = input(0, "Ames");
    (row.stock.ordered, row.underway) = (units("4"), units("10"));
    row.stock.booked = units("7");
    let plan = Plan {
        orders: vec![order(0)],
        transfers: vec![TransferLine {
            from: 1,
            to: 0,
            quantity_e4: 30_000,
            terms: TransferTerms::default(),
        }],
        levels: vec![
            RowLevel {
                row: 0,
                position_e4: 330_000,
                reorder_point_e4: Some(340_000),
            },
            RowLevel {
                row: 1,
                position_e4: 170_000,
                reorder_point_e4: Some(100_000),
            },
        ],
        ..Plan::default()
    };
    let rows = build_plan_rows(day(2), &plan, vec![row, input(1, "Boone")]);
    let terms = rows[0].terms.as_deref().unwrap();
    // 20 on hand, 6 on order, 4 from drafts and 3 moved here. What is booked is demand.
    assert_eq!((terms.on_order, terms.position), (units("6"), units("33")));
    assert_eq!(terms.plan.unwrap().transferred, units("3"));
    assert_eq!(terms.order_up_to, units("73"));
    assert_eq!(
        rows[0].advice,
        Some(StockAdvice {
            reorder_point: units("34"),
            rule: LevelRule::Plan,
            is_low: true,
            order: OrderNeed::Order,
        })
    );
    let source = rows[1].advice.unwrap();
    assert_eq!((source.is_low, source.order), (false, OrderNeed::None));
}

#[test]
fn figures_out_of_range_are_named() {
    let mut row = input(0, "Ames");
    row.stock.unit_cost = units("999999999999");
    let plan = Plan {
        orders: vec![order(0)],
        ..Plan::default()
    };
    let rows = build_plan_rows(day(2), &plan, vec![row]);
    assert_eq!(
        (rows[0].action, rows[0].reason, rows[0].order),
        (PlanAction::None, PlanReason::OutOfRange, None)
    );
}

#[test]
fn draft_waits_and_transfer_names_its_source() {
    let plan = Plan {
        orders: vec![order(0)],
        transfers: vec![TransferLine {
            from: 2,
            to: 1,
            quantity_e4: 50_000,
            terms: TransferTerms {
                saved_at_destination: 200.0,
                lost_at_source: 20.0,
                handling: 75.0,
                freight: 40.0,
            },
        }],
        later: vec![LaterOrder {
            row: 2,
            week: 3,
            quantity_e4: 100_000,
        }],
        ..Plan::default()
    };
    let mut drafted = input(0, "Ames");
    drafted.stock.waiting = true;
    let inputs = vec![drafted, input(1, "Boone"), input(2, "Clay")];
    let rows = build_plan_rows(day(2), &plan, inputs);
    let actions: Vec<_> = rows.iter().map(|row| (row.action, row.reason)).collect();
    assert_eq!(
        actions,
        [
            (PlanAction::None, PlanReason::InDraft),
            (PlanAction::Transfer, PlanReason::SurplusElsewhere),
            (PlanAction::OrderLater, PlanReason::StockLasts),
        ]
    );
    let transfer = &rows[1].transfers[0];
    assert_eq!((&*transfer.from, transfer.saving), ("Clay", units("65")));
    assert_eq!(rows[2].order_by, Some(day(23)));
    assert_eq!(rows[2].later_quantity, Some(units("10")));
}

#[test]
fn reorder_point_decides_where_sales_are_too_few() {
    let by_point = |reorder_point: Option<&str>| {
        let mut row = input(0, "Ames");
        row.is_planned = false;
        row.stock.reorder_point = reorder_point.map(units);
        build_plan_rows(day(2), &Plan::default(), vec![row]).remove(0)
    };
    let row = by_point(Some("25"));
    assert_eq!(
        (row.action, row.reason),
        (PlanAction::OrderNow, PlanReason::BelowReorderPoint)
    );
    let order = row.order.unwrap();
    assert_eq!(
        (order.quantity, order.waiting, order.reorder_point),
        (units("5"), None, Some(units("25")))
    );
    assert_eq!(by_point(Some("15")).reason, PlanReason::StockSuffices);
    assert_eq!(by_point(None).reason, PlanReason::NotEnoughData);
}
