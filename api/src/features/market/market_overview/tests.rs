use super::*;
use crate::decimal::{Decimal4, ExactSum};
use crate::features::market::price_outlook::{
    CallDirection, INSUFFICIENT_CALLS, INSUFFICIENT_HISTORY,
};
use crate::features::market::quote::tests::{new_quote, parse_date, parse_price};
use chrono::{Datelike, Days, Weekday};

const TODAY: &str = "2026-11-20";

/// A quote on every weekday of the `days` days up to today, one cent higher each day.
fn rising_quotes(commodity: Commodity, market: &str, days: u64) -> Vec<Quote> {
    let today = parse_date(TODAY);
    (0..days)
        .rev()
        .filter_map(|ago| {
            let on = today.checked_sub_days(Days::new(ago))?;
            let cents = i64::try_from(10_000 - ago).ok()?;
            let is_weekday = !matches!(on.weekday(), Weekday::Sat | Weekday::Sun);
            is_weekday.then(|| Quote {
                price: Decimal4::from_scaled(cents * 100).unwrap(),
                ..new_quote(&on.to_string(), commodity, market, "1")
            })
        })
        .collect()
}

fn overview_query(timeframe: Timeframe, commodity: CommodityFilter) -> OverviewQuery {
    OverviewQuery {
        timeframe,
        commodity,
        markets: ChosenMarkets::new(),
    }
}

#[test]
fn no_quotes_give_no_figures() {
    let page = compute_market_figures(&[], &OverviewQuery::default(), parse_date(TODAY));
    assert_eq!(
        (page.timeframe.to_string(), page.commodity.to_string()),
        ("3M".to_owned(), "All".to_owned())
    );
    assert_eq!(
        (
            page.cards.len(),
            page.prices.len(),
            page.volumes.len(),
            page.quotes
        ),
        (0, 0, 0, 0)
    );
    assert_eq!(page.without_quotes, Commodity::ALL);
    let wheat = compute_market_figures(
        &rising_quotes(Commodity::Corn, "Cash", 30),
        &overview_query(Timeframe::OneMonth, CommodityFilter::One(Commodity::Wheat)),
        parse_date(TODAY),
    );
    assert_eq!(
        (wheat.without_quotes.as_slice(), wheat.cards.len()),
        ([Commodity::Wheat].as_slice(), 0)
    );
}

#[test]
fn card_compares_with_first_quote_of_timeframe() {
    let quotes = rising_quotes(Commodity::Corn, "Cash", 400);
    let page = compute_market_figures(
        &quotes,
        &overview_query(Timeframe::OneMonth, CommodityFilter::All),
        parse_date(TODAY),
    );
    let [card] = page.cards.as_slice() else {
        panic!("one card")
    };
    assert_eq!(
        (
            card.price,
            card.as_of,
            card.market.as_str(),
            card.unit.as_str()
        ),
        (parse_price("100"), parse_date(TODAY), "Cash", "usd_per_bu")
    );
    let change = card.change.unwrap();
    assert_eq!(
        (change.since, change.price, change.percent),
        (parse_date("2026-10-20"), parse_price("0.31"), Some(0.31))
    );
    assert_eq!((card.volume, card.stale), (Some(parse_price("100")), None));
    assert_eq!(
        (card.outlook.label, card.outlook.note.as_deref()),
        (CallDirection::Neutral, Some(INSUFFICIENT_HISTORY))
    );
    assert_eq!(
        page.without_quotes,
        [Commodity::Soybeans, Commodity::Wheat, Commodity::Fertilizer]
    );
}

#[test]
fn filters_by_timeframe_and_commodity() {
    let mut quotes = rising_quotes(Commodity::Corn, "Cash", 500);
    quotes.extend(rising_quotes(Commodity::Fertilizer, "Dealers", 500));
    let figures = |timeframe, commodity| {
        compute_market_figures(
            &quotes,
            &overview_query(timeframe, commodity),
            parse_date(TODAY),
        )
    };
    let days: Vec<usize> = Timeframe::ALL
        .map(|timeframe| figures(timeframe, CommodityFilter::All).prices.len())
        .into();
    assert_eq!(days, [24, 67, 133, 262]);
    for timeframe in Timeframe::ALL {
        let page = figures(timeframe, CommodityFilter::One(Commodity::Fertilizer));
        assert!(
            page.prices
                .iter()
                .all(|point| point.prices.corn.is_none() && point.prices.fertilizer.is_some())
        );
        assert!(
            page.prices
                .iter()
                .all(|point| (page.from..=page.to).contains(&point.day))
        );
        assert_eq!(page.prices.first().unwrap().changes.fertilizer, Some(0.0));
        let last = page.prices.last().unwrap();
        assert_eq!(
            (
                Some(page.cards[0].price),
                page.cards[0].change.unwrap().percent
            ),
            (last.prices.fertilizer, last.changes.fertilizer)
        );
        assert_eq!(page.quotes, page.prices.len() as u64);
    }
    assert_eq!(
        figures(Timeframe::OneMonth, CommodityFilter::All).quotes,
        48
    );
}

#[test]
fn limits_price_points() {
    let today = parse_date(TODAY);
    let daily: Vec<Quote> = (0..5_000)
        .filter_map(|ago| today.checked_sub_days(Days::new(ago)))
        .map(|on| new_quote(&on.to_string(), Commodity::Wheat, "Cash", "6"))
        .collect();
    let page = compute_market_figures(
        &daily,
        &overview_query(Timeframe::OneYear, CommodityFilter::All),
        today,
    );
    assert_eq!(page.prices.len(), 366);
    assert_eq!(page.cards[0].change.unwrap().percent, Some(0.0));
}

#[test]
fn sums_volumes_by_day_week_and_month() {
    let quotes = rising_quotes(Commodity::Corn, "Cash", 400);
    let bars = |timeframe| {
        compute_market_figures(
            &quotes,
            &overview_query(timeframe, CommodityFilter::All),
            parse_date(TODAY),
        )
        .volumes
    };
    let days = bars(Timeframe::OneMonth);
    assert_eq!(
        (days.len(), days[0].span.to_string(), days[0].partial),
        (24, "2026-10-20".to_owned(), false)
    );
    let weeks = bars(Timeframe::ThreeMonths);
    assert_eq!(
        (weeks.len(), weeks[0].span.to_string()),
        (14, "2026-W34".to_owned())
    );
    // The timeframe starts on a Thursday and ends on a Friday.
    assert_eq!(
        (weeks[0].from, weeks[0].to, weeks[0].partial),
        (parse_date("2026-08-20"), parse_date("2026-08-23"), true)
    );
    assert_eq!(weeks[0].volumes.corn.map(ExactSum::to_f64), Some(200.0));
    assert_eq!(
        (
            weeks[1].partial,
            weeks[1].volumes.corn.map(ExactSum::to_f64)
        ),
        (false, Some(500.0))
    );
    assert!(weeks[13].partial);
    let months = bars(Timeframe::OneYear);
    assert_eq!(
        (
            months.len(),
            months[0].span.to_string(),
            months[12].span.to_string()
        ),
        (13, "2025-11".to_owned(), "2026-11".to_owned())
    );
    let total = |bars: &[TradedVolume]| {
        bars.iter()
            .filter_map(|bar| bar.volumes.corn)
            .map(ExactSum::to_f64)
            .sum::<f64>()
    };
    assert_eq!(
        (total(&days), total(&weeks), total(&months)),
        (2_400.0, 6_700.0, 26_200.0)
    );
}

#[test]
fn market_without_volumes_has_empty_bars() {
    let quotes: Vec<Quote> = rising_quotes(Commodity::Corn, "Cash", 30)
        .into_iter()
        .map(|quote| Quote {
            volume: None,
            ..quote
        })
        .collect();
    let page = compute_market_figures(
        &quotes,
        &overview_query(Timeframe::OneMonth, CommodityFilter::All),
        parse_date(TODAY),
    );
    assert!(page.volumes.iter().all(|bar| bar.volumes.corn.is_none()));
    assert_eq!(page.cards[0].volume, None);
}

#[test]
fn marks_stale_market() {
    let stale = |quotes: &[Quote], today: &str| {
        compute_market_figures(quotes, &OverviewQuery::default(), parse_date(today)).cards[0].stale
    };
    let daily = rising_quotes(Commodity::Corn, "Cash", 400);
    assert_eq!(stale(&daily, "2026-11-27"), None);
    let silent = stale(&daily, "2026-11-28").unwrap();
    assert_eq!(silent.to_string(), "No quote since 2026-11-20 (8 days)");
    let weekly: Vec<Quote> = daily
        .into_iter()
        .filter(|quote| quote.day.weekday() == Weekday::Fri)
        .collect();
    assert_eq!(stale(&weekly, "2026-12-11"), None);
    assert_eq!(stale(&weekly, "2026-12-12").unwrap().days, 22);
    // Old quotes only: the card shows the last quote without a change.
    let gone = compute_market_figures(&weekly, &OverviewQuery::default(), parse_date("2027-11-20"));
    assert_eq!(
        (gone.cards[0].price, gone.cards[0].change, gone.prices.len()),
        (parse_price("100"), None, 0)
    );
}

#[test]
fn uses_chosen_market() {
    let mut quotes = rising_quotes(Commodity::Corn, "Futures", 400);
    quotes.extend(rising_quotes(Commodity::Corn, "Central Iowa cash", 300));
    let by_default = compute_market_figures(&quotes, &OverviewQuery::default(), parse_date(TODAY));
    assert_eq!(
        (
            by_default.cards[0].market.as_str(),
            by_default.cards[0].markets.len()
        ),
        ("Futures", 2)
    );
    let markets = ChosenMarkets::from([(Commodity::Corn, "Central Iowa cash".to_owned())]);
    assert_eq!(
        compute_market_figures(
            &quotes,
            &OverviewQuery {
                markets,
                ..OverviewQuery::default()
            },
            parse_date(TODAY)
        )
        .cards[0]
            .market,
        "Central Iowa cash"
    );
}

#[test]
fn ignores_future_quotes() {
    let page = compute_market_figures(
        &rising_quotes(Commodity::Corn, "Cash", 60),
        &OverviewQuery::default(),
        parse_date("2026-11-10"),
    );
    assert_eq!(page.cards[0].as_of, parse_date("2026-11-10"));
    assert!(
        page.prices
            .iter()
            .all(|point| point.day <= parse_date("2026-11-10"))
    );
}

#[test]
fn filter_does_not_change_outlook() {
    let mut quotes = rising_quotes(Commodity::Corn, "Cash", 2_000);
    quotes.extend(rising_quotes(Commodity::Wheat, "Cash", 1_500));
    let all = compute_market_figures(&quotes, &OverviewQuery::default(), parse_date(TODAY));
    let corn = compute_market_figures(
        &quotes,
        &overview_query(Timeframe::OneYear, CommodityFilter::One(Commodity::Corn)),
        parse_date(TODAY),
    );
    assert_eq!(all.cards[0].outlook, corn.cards[0].outlook);
    assert_ne!(
        corn.cards[0].outlook.note.as_deref(),
        Some(INSUFFICIENT_CALLS)
    );
    assert!(corn.cards[0].outlook.forecast.is_some());
}
