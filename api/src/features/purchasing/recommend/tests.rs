use super::*;
use crate::exclusion::Exclusions;
use crate::features::purchasing::ordering_costs::OrderingCostOverrides;
use crate::features::purchasing::purchase_plan::{PlanInput, PurchasePlan, build_plan_rows};
use crate::features::purchasing::recommendations::{
    ItemWithoutLevels, Recommendation, Recommendations,
};
use crate::features::purchasing::reorder_levels::WeeklyCosts;
use chrono::NaiveDate;
use purchase_planning::Plan;
use std::collections::BTreeMap;

/// The recommendations of rows that the plan cannot plan.
fn compute_recommendations(rows: Vec<StockRow>) -> Recommendations {
    let as_of = NaiveDate::from_ymd_opt(2026, 3, 2).unwrap();
    let inputs = rows.into_iter().enumerate().map(|(row, stock)| PlanInput {
        stock,
        row,
        is_planned: false,
        underway: Decimal4::ZERO,
        first_short_week: None,
    });
    let plan = PurchasePlan {
        as_of,
        rows: build_plan_rows(as_of, &Plan::default(), inputs.collect()),
        missing: Vec::new(),
        costs: OrderingCostOverrides::default().with_defaults(),
        currency: None,
        other_currency_rows: BTreeMap::new(),
        unused_sales: Exclusions::default(),
        unmatched_lines: 0,
        data_through: None,
    };
    Recommendations::from_plan(&plan, None)
}

fn parse_decimal(text: &str) -> Decimal4 {
    Decimal4::parse(text).unwrap()
}

/// 20 on hand, reorder point 50, 365 sold a year (one a day), lead time 10 days, unit cost 12.5.
fn stock_row() -> StockRow {
    StockRow {
        item_id: "F-1".to_owned(),
        item: "Urea 46-0-0".to_owned(),
        category: "fertilizer".to_owned(),
        unit: "bag".to_owned(),
        location: "Ames".to_owned(),
        supplier_id: Some("s1".to_owned()),
        supplier: Some("Plains Chemical".to_owned()),
        is_only_location: true,
        waiting: false,
        on_hand: parse_decimal("20"),
        on_order: Decimal4::ZERO,
        ordered: Decimal4::ZERO,
        booked: Decimal4::ZERO,
        reorder_point: Some(parse_decimal("50")),
        pack_size: None,
        min_order_quantity: None,
        lead_time: lead_time_from(10, LeadTimeSource::Item),
        unit_cost: parse_decimal("12.5"),
        reorder_point_corrected: false,
        season: None,
        costs: WeeklyCosts {
            holding: 0.05,
            shortage: 6.0,
            order: 75.0,
        },
        correction: None,
        sold_last_year: ExactSum::from(parse_decimal("365")),
    }
}

fn lead_time_from(days: u32, source: LeadTimeSource) -> LeadTime {
    LeadTime {
        days: LeadDays::from_days(days),
        source,
        deliveries: 0,
    }
}

fn recommend_one(row: StockRow) -> Recommendation {
    let mut result = compute_recommendations(vec![row]);
    assert_eq!(result.items.len(), 1);
    result.items.remove(0)
}

#[test]
fn recommendation_is_reproducible_from_terms() {
    let recommendation = recommend_one(StockRow {
        on_order: parse_decimal("5"),
        booked: parse_decimal("8"),
        ..stock_row()
    });
    let terms = recommendation.terms;
    assert_eq!(terms.position, parse_decimal("17"));
    assert_eq!(
        (
            terms.lead_time.days.to_f64(),
            terms.review_days,
            terms.is_lead_time_assumed()
        ),
        (10.0, 7, false)
    );
    assert_eq!(terms.expected_sales, parse_decimal("17"));
    assert_eq!(terms.order_up_to, parse_decimal("67"));
    assert_eq!(terms.shortfall, parse_decimal("50"));
    assert_eq!(
        (recommendation.recommended, recommendation.cost),
        (parse_decimal("50"), parse_decimal("625"))
    );
    assert_eq!(recommendation.current_stock, parse_decimal("20"));
}

#[test]
fn recommends_at_reorder_point_but_not_above() {
    assert_eq!(
        compute_recommendations(vec![StockRow {
            on_hand: parse_decimal("50"),
            ..stock_row()
        }])
        .items
        .len(),
        1
    );
    assert_eq!(
        compute_recommendations(vec![StockRow {
            on_hand: parse_decimal("50.0001"),
            ..stock_row()
        }])
        .items
        .len(),
        0
    );
    assert_eq!(
        compute_recommendations(vec![StockRow {
            on_order: parse_decimal("31"),
            ..stock_row()
        }])
        .items
        .len(),
        0
    );
    assert_eq!(
        compute_recommendations(vec![StockRow {
            on_hand: parse_decimal("90"),
            booked: parse_decimal("40"),
            ..stock_row()
        }])
        .items
        .len(),
        1
    );
}

#[test]
fn rounds_up_to_packs_and_minimum() {
    let recommended = |pack: Option<&str>, minimum: Option<&str>| {
        recommend_one(StockRow {
            pack_size: pack.map(parse_decimal),
            min_order_quantity: minimum.map(parse_decimal),
            ..stock_row()
        })
        .recommended
    };
    // The shortfall is 50 + 17 - 20 = 47.
    assert_eq!(recommended(None, None), parse_decimal("47"));
    assert_eq!(recommended(Some("20"), None), parse_decimal("60"));
    assert_eq!(recommended(Some("47"), None), parse_decimal("47"));
    assert_eq!(recommended(Some("2.5"), None), parse_decimal("47.5"));
    assert_eq!(recommended(None, Some("100")), parse_decimal("100"));
    assert_eq!(recommended(Some("30"), Some("100")), parse_decimal("120"));
    assert_eq!(recommended(Some("0"), Some("-3")), parse_decimal("47"));
}

#[test]
fn rounds_to_whole_units_without_pack() {
    // 10 sold a year: 10 x 17 / 365 = 0.4658 expected.
    let recommendation = recommend_one(StockRow {
        sold_last_year: ExactSum::from(parse_decimal("10")),
        ..stock_row()
    });
    assert_eq!(recommendation.terms.expected_sales, parse_decimal("0.4658"));
    assert_eq!(recommendation.recommended, parse_decimal("31"));
}

#[test]
fn recommends_at_least_one_pack() {
    let at_point = StockRow {
        on_hand: parse_decimal("50"),
        sold_last_year: ExactSum::ZERO,
        ..stock_row()
    };
    assert_eq!(
        recommend_one(at_point.clone()).recommended,
        parse_decimal("1")
    );
    assert_eq!(
        recommend_one(StockRow {
            pack_size: Some(parse_decimal("40")),
            ..at_point.clone()
        })
        .recommended,
        parse_decimal("40")
    );
    assert_eq!(
        recommend_one(StockRow {
            min_order_quantity: Some(parse_decimal("15")),
            ..at_point.clone()
        })
        .recommended,
        parse_decimal("15")
    );
    let returned = StockRow {
        sold_last_year: ExactSum::from(parse_decimal("-700")),
        ..at_point
    };
    assert_eq!(recommend_one(returned).terms.expected_sales, Decimal4::ZERO);
}

#[test]
fn assumes_and_flags_missing_lead_time() {
    let terms = recommend_one(StockRow {
        lead_time: lead_time_from(14, LeadTimeSource::Default),
        ..stock_row()
    })
    .terms;
    assert_eq!(
        (
            terms.lead_time.days.to_f64(),
            terms.is_lead_time_assumed(),
            terms.expected_sales
        ),
        (14.0, true, parse_decimal("21"))
    );
    assert_eq!(
        recommend_one(StockRow {
            lead_time: lead_time_from(0, LeadTimeSource::Item),
            ..stock_row()
        })
        .terms
        .expected_sales,
        parse_decimal("7")
    );
}

#[test]
fn ordered_drafts_count_as_on_order() {
    assert_eq!(
        compute_recommendations(vec![StockRow {
            ordered: parse_decimal("30.0001"),
            ..stock_row()
        }])
        .items
        .len(),
        0
    );
    let recommendation = recommend_one(StockRow {
        ordered: parse_decimal("30"),
        ..stock_row()
    });
    assert_eq!(
        (recommendation.terms.position, recommendation.recommended),
        (parse_decimal("50"), parse_decimal("17"))
    );
}

#[test]
fn skips_rows_in_open_drafts() {
    let enough = StockRow {
        on_hand: parse_decimal("80"),
        ..stock_row()
    };
    let result = compute_recommendations(vec![
        StockRow {
            waiting: true,
            ..stock_row()
        },
        StockRow {
            waiting: true,
            ..enough
        },
        stock_row(),
    ]);
    assert_eq!((result.items.len(), result.waiting, result.rows), (1, 1, 3));
}

#[test]
fn fills_up_negative_position() {
    let recommendation = recommend_one(StockRow {
        on_hand: parse_decimal("-5"),
        booked: parse_decimal("25"),
        ..stock_row()
    });
    assert_eq!(
        (recommendation.terms.position, recommendation.recommended),
        (parse_decimal("-30"), parse_decimal("97"))
    );
}

/// 10 a week throughout the year, for three years: no dispersion, no season.
fn even_season() -> SalesSeason {
    SalesSeason::from_weekly_sales(&vec![10.0; 156]).unwrap()
}

#[test]
fn seasonal_levels_are_reproducible_from_terms() {
    let steady = StockRow {
        season: Some(even_season()),
        reorder_point: None,
        ..stock_row()
    };
    let recommendation = recommend_one(steady.clone());
    let terms = recommendation.terms;
    let season = terms.season.unwrap();
    // A lead time of 10 days is 2 weeks, the review a third: 30 expected.
    assert_eq!(
        (terms.rule, terms.expected_sales),
        (LevelRule::Season, parse_decimal("30"))
    );
    assert_eq!(
        terms.reorder_point,
        parse_decimal("30")
            .checked_add(season.safety_stock)
            .unwrap()
    );
    // Steady sales have no season, and an order covers 17 weeks: safety stock is held for 3 + 3
    // weeks. 6 / (6 + 6 x 0.05).
    assert_eq!(season.service_level_percent, parse_decimal("95.2381"));
    assert_eq!((season.years, season.sale_weeks), (3, 156));
    // The economic order quantity: an order costs 75, holding the 10 units of a week for a week 0.5,
    // so it covers the root of 2 x 75 / 0.5 weeks.
    assert_eq!(
        (season.cover_weeks, season.cover_sales),
        (parse_decimal("17.3"), parse_decimal("173.2051"))
    );
    assert_eq!(
        terms.order_up_to,
        terms
            .reorder_point
            .checked_add(parse_decimal("173.2051"))
            .unwrap()
    );
    assert_eq!(
        terms.shortfall,
        terms.order_up_to.checked_sub(terms.position).unwrap()
    );
    // The shortfall of 197.2051 in whole units.
    assert_eq!(recommendation.recommended, parse_decimal("198"));
    assert!(season.safety_stock > Decimal4::ZERO);
    // Above the seasonal reorder point nothing is ordered, even if the warehouse's reorder point is
    // higher.
    let above = StockRow {
        on_hand: terms
            .reorder_point
            .checked_add(parse_decimal("0.0001"))
            .unwrap(),
        reorder_point: Some(parse_decimal("500")),
        ..steady
    };
    assert_eq!(compute_recommendations(vec![above]).items.len(), 0);
}

#[test]
fn corrected_reorder_point_overrides_season() {
    let corrected = StockRow {
        season: Some(even_season()),
        reorder_point_corrected: true,
        ..stock_row()
    };
    let terms = recommend_one(corrected).terms;
    assert_eq!(
        (terms.rule, terms.reorder_point, terms.season),
        (LevelRule::ReorderPoint, parse_decimal("50"), None)
    );
}

#[test]
fn costs_change_levels() {
    let at = |shortage: f64, order: f64| {
        let terms = recommend_one(StockRow {
            season: Some(even_season()),
            on_hand: Decimal4::ZERO,
            costs: WeeklyCosts {
                holding: 0.05,
                shortage,
                order,
            },
            ..stock_row()
        })
        .terms;
        (terms.reorder_point, terms.season.unwrap().cover_weeks)
    };
    assert!(at(20.0, 75.0).0 > at(0.2, 75.0).0);
    assert!(at(6.0, 75.0).1 > at(6.0, 5.0).1);
}

#[test]
fn counts_rows_without_reorder_point() {
    let result = compute_recommendations(vec![
        StockRow {
            reorder_point: None,
            ..stock_row()
        },
        stock_row(),
    ]);
    assert_eq!(
        (
            result.rows,
            result.without_reorder_point,
            result.items.len()
        ),
        (2, 1, 1)
    );
    assert_eq!(
        result.without_levels,
        [ItemWithoutLevels {
            item_id: "F-1".into(),
            item: "Urea 46-0-0".into(),
            unit: "bag".into(),
            location: "Ames".into()
        }]
    );
    assert_eq!(
        compute_recommendations(Vec::new()),
        Recommendations::default()
    );
}

#[test]
fn sorts_by_cost_then_item_and_location() {
    let named = |item_id: &str, location: &str, unit_cost: &str| StockRow {
        item_id: item_id.to_owned(),
        location: location.to_owned(),
        unit_cost: parse_decimal(unit_cost),
        ..stock_row()
    };
    let result = compute_recommendations(vec![
        named("B", "x", "1"),
        named("A", "y", "1"),
        named("C", "x", "2"),
        named("A", "x", "1"),
    ]);
    let order: Vec<(&str, &str)> = result
        .items
        .iter()
        .map(|item| (item.item_id.as_str(), item.location.as_str()))
        .collect();
    assert_eq!(order, [("C", "x"), ("A", "x"), ("A", "y"), ("B", "x")]);
}

#[test]
fn counts_but_omits_out_of_range_figures() {
    let max = parse_decimal("999999999999.9999");
    for row in [
        StockRow {
            unit_cost: max,
            ..stock_row()
        },
        StockRow {
            sold_last_year: ExactSum::from_parts(i64::MAX, 0, i64::MAX),
            ..stock_row()
        },
        StockRow {
            lead_time: lead_time_from(u32::MAX, LeadTimeSource::Item),
            sold_last_year: ExactSum::from(max),
            ..stock_row()
        },
        StockRow {
            on_hand: parse_decimal("-999999999999.9999"),
            booked: max,
            ..stock_row()
        },
        StockRow {
            min_order_quantity: Some(max),
            ..stock_row()
        },
        StockRow {
            reorder_point: Some(max),
            ..stock_row()
        },
    ] {
        let result = compute_recommendations(vec![row]);
        assert_eq!((result.items.len(), result.out_of_range), (0, 1));
    }
}

#[test]
fn reports_stockout_before_order_arrives() {
    // 20 bags at one a day last 20 days; an order takes 10 days, then 21.
    assert_eq!(recommend_one(stock_row()).terms.days_until_stockout(), None);
    assert_eq!(
        recommend_one(StockRow {
            lead_time: lead_time_from(20, LeadTimeSource::Item),
            ..stock_row()
        })
        .terms
        .days_until_stockout(),
        None
    );
    assert_eq!(
        recommend_one(StockRow {
            lead_time: lead_time_from(21, LeadTimeSource::Item),
            ..stock_row()
        })
        .terms
        .days_until_stockout(),
        Some(20)
    );
    assert_eq!(
        recommend_one(StockRow {
            on_hand: parse_decimal("-3"),
            ..stock_row()
        })
        .terms
        .days_until_stockout(),
        Some(0)
    );
    assert_eq!(
        recommend_one(StockRow {
            sold_last_year: ExactSum::ZERO,
            on_hand: Decimal4::ZERO,
            ..stock_row()
        })
        .terms
        .days_until_stockout(),
        None
    );
}
