use super::*;

fn d(text: &str) -> Decimal4 {
    Decimal4::parse(text).unwrap()
}

/// 20 on hand, reorder point 50, 365 sold a year (one a day), lead time 10 days, unit cost 12.5.
fn row() -> StockRow {
    StockRow {
        item_id: "F-1".to_owned(),
        item: "Urea 46-0-0".to_owned(),
        category: "fertilizer".to_owned(),
        unit: "bag".to_owned(),
        location: "Ames".to_owned(),
        supplier_id: Some("s1".to_owned()),
        supplier: Some("Plains Chemical".to_owned()),
        only_stock: true,
        waiting: false,
        on_hand: d("20"),
        on_order: Decimal4::ZERO,
        ordered: Decimal4::ZERO,
        booked: Decimal4::ZERO,
        reorder_point: Some(d("50")),
        pack_size: None,
        min_order_quantity: None,
        lead_time: lead_time(10, LeadTimeSource::Item),
        unit_cost: d("12.5"),
        reorder_point_corrected: false,
        season: None,
        costs: Costs {
            holding: 0.05,
            shortage: 6.0,
            order: 75.0,
        },
        correction: None,
        sold_last_year: ExactSum::from(d("365")),
    }
}

fn lead_time(days: u32, source: LeadTimeSource) -> LeadTime {
    LeadTime {
        days,
        source,
        deliveries: 0,
    }
}

fn only(row: StockRow) -> Recommendation {
    let mut result = recommendations(vec![row]);
    assert_eq!(result.items.len(), 1);
    result.items.remove(0)
}

#[test]
fn the_arithmetic_can_be_redone_from_the_terms() {
    let recommendation = only(StockRow {
        on_order: d("5"),
        booked: d("8"),
        ..row()
    });
    let terms = recommendation.terms;
    assert_eq!(terms.position, d("17"));
    assert_eq!(
        (
            terms.lead_time.days,
            terms.review_days,
            terms.lead_time_assumed()
        ),
        (10, 7, false)
    );
    assert_eq!(terms.expected_sales, d("17"));
    assert_eq!(terms.order_up_to, d("67"));
    assert_eq!(terms.shortfall, d("50"));
    assert_eq!(
        (recommendation.recommended, recommendation.cost),
        (d("50"), d("625"))
    );
    assert_eq!(recommendation.current_stock, d("20"));
}

#[test]
fn a_row_is_listed_at_its_reorder_point_and_not_above() {
    assert_eq!(
        recommendations(vec![StockRow {
            on_hand: d("50"),
            ..row()
        }])
        .items
        .len(),
        1
    );
    assert_eq!(
        recommendations(vec![StockRow {
            on_hand: d("50.0001"),
            ..row()
        }])
        .items
        .len(),
        0
    );
    assert_eq!(
        recommendations(vec![StockRow {
            on_order: d("31"),
            ..row()
        }])
        .items
        .len(),
        0
    );
    assert_eq!(
        recommendations(vec![StockRow {
            on_hand: d("90"),
            booked: d("40"),
            ..row()
        }])
        .items
        .len(),
        1
    );
}

#[test]
fn quantities_are_rounded_up_to_packs_and_minimum() {
    let recommended = |pack: Option<&str>, minimum: Option<&str>| {
        only(StockRow {
            pack_size: pack.map(d),
            min_order_quantity: minimum.map(d),
            ..row()
        })
        .recommended
    };
    // The shortfall is 50 + 17 - 20 = 47.
    assert_eq!(recommended(None, None), d("47"));
    assert_eq!(recommended(Some("20"), None), d("60"));
    assert_eq!(recommended(Some("47"), None), d("47"));
    assert_eq!(recommended(Some("2.5"), None), d("47.5"));
    assert_eq!(recommended(None, Some("100")), d("100"));
    assert_eq!(recommended(Some("30"), Some("100")), d("120"));
    assert_eq!(recommended(Some("0"), Some("-3")), d("47"));
}

#[test]
fn without_a_pack_the_quantity_is_in_whole_units() {
    // 10 sold a year: 10 x 17 / 365 = 0.4658 expected.
    let recommendation = only(StockRow {
        sold_last_year: ExactSum::from(d("10")),
        ..row()
    });
    assert_eq!(recommendation.terms.expected_sales, d("0.4658"));
    assert_eq!(recommendation.recommended, d("31"));
}

#[test]
fn a_listed_row_never_recommends_nothing() {
    let at_point = StockRow {
        on_hand: d("50"),
        sold_last_year: ExactSum::ZERO,
        ..row()
    };
    assert_eq!(only(at_point.clone()).recommended, d("1"));
    assert_eq!(
        only(StockRow {
            pack_size: Some(d("40")),
            ..at_point.clone()
        })
        .recommended,
        d("40")
    );
    assert_eq!(
        only(StockRow {
            min_order_quantity: Some(d("15")),
            ..at_point.clone()
        })
        .recommended,
        d("15")
    );
    let returned = StockRow {
        sold_last_year: ExactSum::from(d("-700")),
        ..at_point
    };
    assert_eq!(only(returned).terms.expected_sales, Decimal4::ZERO);
}

#[test]
fn a_missing_lead_time_is_assumed_and_flagged() {
    let terms = only(StockRow {
        lead_time: lead_time(14, LeadTimeSource::Default),
        ..row()
    })
    .terms;
    assert_eq!(
        (
            terms.lead_time.days,
            terms.lead_time_assumed(),
            terms.expected_sales
        ),
        (14, true, d("21"))
    );
    assert_eq!(
        only(StockRow {
            lead_time: lead_time(0, LeadTimeSource::Item),
            ..row()
        })
        .terms
        .expected_sales,
        d("7")
    );
}

#[test]
fn what_was_ordered_here_counts_like_what_is_on_order() {
    assert_eq!(
        recommendations(vec![StockRow {
            ordered: d("30.0001"),
            ..row()
        }])
        .items
        .len(),
        0
    );
    let recommendation = only(StockRow {
        ordered: d("30"),
        ..row()
    });
    assert_eq!(
        (recommendation.terms.position, recommendation.recommended),
        (d("50"), d("17"))
    );
}

#[test]
fn what_waits_in_a_draft_is_not_proposed_again() {
    let enough = StockRow {
        on_hand: d("80"),
        ..row()
    };
    let result = recommendations(vec![
        StockRow {
            waiting: true,
            ..row()
        },
        StockRow {
            waiting: true,
            ..enough
        },
        row(),
    ]);
    assert_eq!((result.items.len(), result.waiting, result.rows), (1, 1, 3));
}

#[test]
fn a_negative_position_is_filled_up_as_well() {
    let recommendation = only(StockRow {
        on_hand: d("-5"),
        booked: d("25"),
        ..row()
    });
    assert_eq!(
        (recommendation.terms.position, recommendation.recommended),
        (d("-30"), d("97"))
    );
}

/// 10 a week all the year round, for three years: no scatter, no seasons.
fn even() -> Season {
    Season::of(&vec![10.0; 156]).unwrap()
}

#[test]
fn levels_by_season_can_be_redone_from_their_terms() {
    let steady = StockRow {
        season: Some(even()),
        reorder_point: None,
        ..row()
    };
    let recommendation = only(steady.clone());
    let terms = recommendation.terms;
    let season = terms.season.unwrap();
    // A lead time of 10 days is 2 weeks, the review a third: 30 expected.
    assert_eq!((terms.rule, terms.expected_sales), (Rule::Season, d("30")));
    assert_eq!(
        terms.reorder_point,
        d("30").checked_add(season.safety).unwrap()
    );
    // 6 / (6 + 3 x 0.05).
    assert_eq!(season.chance_percent, d("97.561"));
    assert_eq!((season.years, season.sale_weeks), (3, 156));
    // 10 units kept for a week cost 0.5: by Silver and Meal (75 + 0.5 (1 + ... + n)) / n is least
    // at n = 17, with 10 units a week.
    assert_eq!((season.cover_weeks, season.cover_sales), (17, d("170")));
    assert_eq!(
        terms.order_up_to,
        terms.reorder_point.checked_add(d("170")).unwrap()
    );
    assert_eq!(
        terms.shortfall,
        terms.order_up_to.checked_sub(terms.position).unwrap()
    );
    assert_eq!(recommendation.recommended, terms.shortfall);
    assert!(season.safety > Decimal4::ZERO);
    // Above the point nothing is ordered, although the warehouse's own point is higher.
    let above = StockRow {
        on_hand: terms.reorder_point.checked_add(d("0.0001")).unwrap(),
        reorder_point: Some(d("500")),
        ..steady
    };
    assert_eq!(recommendations(vec![above]).items.len(), 0);
}

#[test]
fn a_corrected_reorder_point_goes_before_the_seasons() {
    let corrected = StockRow {
        season: Some(even()),
        reorder_point_corrected: true,
        ..row()
    };
    let terms = only(corrected).terms;
    assert_eq!(
        (terms.rule, terms.reorder_point, terms.season),
        (Rule::ReorderPoint, d("50"), None)
    );
}

#[test]
fn costs_move_the_levels() {
    let at = |shortage: f64, order: f64| {
        let terms = only(StockRow {
            season: Some(even()),
            on_hand: Decimal4::ZERO,
            costs: Costs {
                holding: 0.05,
                shortage,
                order,
            },
            ..row()
        })
        .terms;
        (terms.reorder_point, terms.season.unwrap().cover_weeks)
    };
    assert!(at(20.0, 75.0).0 > at(0.2, 75.0).0);
    assert!(at(6.0, 75.0).1 > at(6.0, 5.0).1);
}

#[test]
fn rows_without_a_reorder_point_are_counted() {
    let result = recommendations(vec![
        StockRow {
            reorder_point: None,
            ..row()
        },
        row(),
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
        result.to_set,
        [Unlevelled {
            item_id: "F-1".into(),
            item: "Urea 46-0-0".into(),
            unit: "bag".into(),
            location: "Ames".into()
        }]
    );
    assert_eq!(recommendations(Vec::new()), Recommendations::default());
}

#[test]
fn dearest_first_then_by_item_and_location() {
    let named = |item_id: &str, location: &str, unit_cost: &str| StockRow {
        item_id: item_id.to_owned(),
        location: location.to_owned(),
        unit_cost: d(unit_cost),
        ..row()
    };
    let result = recommendations(vec![
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
fn figures_that_cannot_be_meant_are_counted_not_shown() {
    let most = d("999999999999.9999");
    for row in [
        StockRow {
            unit_cost: most,
            ..row()
        },
        StockRow {
            sold_last_year: ExactSum::from_parts(i64::MAX, 0, i64::MAX),
            ..row()
        },
        StockRow {
            lead_time: lead_time(u32::MAX, LeadTimeSource::Item),
            sold_last_year: ExactSum::from(most),
            ..row()
        },
        StockRow {
            on_hand: d("-999999999999.9999"),
            booked: most,
            ..row()
        },
        StockRow {
            min_order_quantity: Some(most),
            ..row()
        },
        StockRow {
            reorder_point: Some(most),
            ..row()
        },
    ] {
        let result = recommendations(vec![row]);
        assert_eq!((result.items.len(), result.out_of_range), (0, 1));
    }
}

#[test]
fn stock_that_runs_out_before_an_order_comes_is_told() {
    // 20 bags at one a day last 20 days; an order takes 10, and 20 of an order that takes 21.
    assert_eq!(only(row()).terms.runs_out_first(), None);
    assert_eq!(
        only(StockRow {
            lead_time: lead_time(20, LeadTimeSource::Item),
            ..row()
        })
        .terms
        .runs_out_first(),
        None
    );
    assert_eq!(
        only(StockRow {
            lead_time: lead_time(21, LeadTimeSource::Item),
            ..row()
        })
        .terms
        .runs_out_first(),
        Some(20)
    );
    assert_eq!(
        only(StockRow {
            on_hand: d("-3"),
            ..row()
        })
        .terms
        .runs_out_first(),
        Some(0)
    );
    assert_eq!(
        only(StockRow {
            sold_last_year: ExactSum::ZERO,
            on_hand: Decimal4::ZERO,
            ..row()
        })
        .terms
        .runs_out_first(),
        None
    );
}
