//! The Supply Analysis page: a card for each commodity, volumes and outlook.

use super::amounts::{
    percent_change, round_money, round_to_hundredths, scaled_to_f64, usize_to_f64,
};
use super::dataset::{Dataset, PriceQuote, most_frequent};
use super::figure::Figures;
use super::month::Month;
use super::outlook::{MonthlySeries, Outlook, PriceCall, forecast_outlook, split_series};
use super::prices::classify_trend;
use chrono::{Datelike, Days, Months, NaiveDate};
use std::collections::{BTreeMap, BTreeSet};

const COMMODITIES: [&str; 4] = ["corn", "soybeans", "wheat", "fertilizer"];

/// The quotes that represent a commodity.
struct CommodityQuotes<'a> {
    commodity: &'static str,
    market: &'a str,
    unit: &'a str,
    days: BTreeMap<NaiveDate, &'a PriceQuote>,
    /// Quotes of the market in another unit or not above zero.
    left_out: usize,
}

pub(super) fn report_market(dataset: &Dataset, as_of: NaiveDate, figures: &mut Figures) {
    let quoted: Vec<CommodityQuotes<'_>> = COMMODITIES
        .into_iter()
        .filter_map(|commodity| CommodityQuotes::for_commodity(dataset, commodity, as_of))
        .collect();
    let months: BTreeMap<&str, Vec<MonthlySeries>> = quoted
        .iter()
        .map(|quoted| (quoted.commodity, quoted.monthly_series(as_of)))
        .collect();
    for quoted in &quoted {
        let is_grain = quoted.commodity != "fertilizer";
        let kind: Vec<&MonthlySeries> = months
            .iter()
            .filter(|(commodity, _)| (**commodity != "fertilizer") == is_grain)
            .flat_map(|(_, runs)| runs)
            .collect();
        let own = months
            .get(quoted.commodity)
            .map(Vec::as_slice)
            .unwrap_or_default();
        quoted.report_card(as_of, figures);
        report_outlook(
            quoted.commodity,
            &forecast_outlook(own, &kind, as_of),
            figures,
        );
    }
    figures.push_exact(
        "Market: quotes left out",
        quoted.iter().map(|quoted| quoted.left_out).sum::<usize>(),
    );
    for (timeframe, back) in [("1M", 1), ("3M", 3), ("6M", 6), ("1Y", 12)] {
        let from = as_of
            .checked_sub_months(Months::new(back))
            .unwrap_or(NaiveDate::MIN);
        report_timeframe(&quoted, timeframe, from, figures);
    }
}

impl<'a> CommodityQuotes<'a> {
    fn for_commodity(
        dataset: &'a Dataset,
        commodity: &'static str,
        as_of: NaiveDate,
    ) -> Option<Self> {
        let known: Vec<(&str, NaiveDate, &PriceQuote)> = dataset
            .quotes
            .iter()
            .filter(|((of, _, day), _)| of == commodity && *day <= as_of)
            .map(|((_, market, day), quote)| (market.as_str(), *day, quote))
            .collect();
        let market = most_frequent(known.iter().map(|(market, ..)| *market))?;
        let own: Vec<_> = known.into_iter().filter(|(of, ..)| *of == market).collect();
        let unit = most_frequent(own.iter().map(|(.., quote)| quote.unit.as_str()))?;
        let all = own.len();
        let days: BTreeMap<NaiveDate, &PriceQuote> = own
            .into_iter()
            .filter(|(.., quote)| quote.unit == unit && quote.price > 0)
            .map(|(_, day, quote)| (day, quote))
            .collect();
        (!days.is_empty()).then(|| Self {
            commodity,
            market,
            unit,
            left_out: all - days.len(),
            days,
        })
    }

    fn monthly_series(&self, as_of: NaiveDate) -> Vec<MonthlySeries> {
        let mut sums: BTreeMap<Month, (i128, usize)> = BTreeMap::new();
        for (day, quote) in &self.days {
            let (sum, days) = sums.entry(Month::from_date(*day)).or_default();
            (*sum, *days) = (*sum + quote.price, *days + 1);
        }
        let means = sums
            .into_iter()
            .map(|(month, (sum, days))| (month, scaled_to_f64(sum) / usize_to_f64(days)));
        split_series(means, Month::from_date(as_of))
    }

    fn report_card(&self, as_of: NaiveDate, figures: &mut Figures) {
        let name = |what: &str| format!("Market: {}, {what}", self.commodity);
        let Some((day, newest)) = self.days.last_key_value() else {
            return;
        };
        figures.push_exact(name("market"), self.market);
        figures.push_exact(name("unit"), self.unit);
        figures.push_exact(name("current price"), scaled_to_f64(newest.price));
        figures.push_exact(name("day of the quote"), *day);
        figures.push_exact(name("volume"), newest.volume.map(scaled_to_f64));
        figures.push_exact(name("stale"), self.stale_message(as_of));
    }

    /// Set if the newest quote is older than a week and than three median gaps.
    fn stale_message(&self, as_of: NaiveDate) -> Option<String> {
        let newest: Vec<NaiveDate> = self.days.keys().rev().take(60).copied().collect();
        let last = *newest.first()?;
        let mut gaps: Vec<i64> = newest
            .iter()
            .zip(newest.iter().skip(1))
            .map(|(later, earlier)| (*later - *earlier).num_days())
            .collect();
        gaps.sort_unstable();
        // Twice the median.
        let usual = gaps
            .get(gaps.len().saturating_sub(1) / 2)
            .copied()
            .unwrap_or(0)
            + gaps.get(gaps.len() / 2).copied().unwrap_or(0);
        let silence = (as_of - last).num_days();
        (silence > 7 && 2 * silence > 3 * usual)
            .then(|| format!("No quote since {last} ({silence} days)"))
    }
}

fn report_outlook(commodity: &str, outlook: &Outlook, figures: &mut Figures) {
    let name = |what: &str| format!("Market: {commodity}, {what}");
    figures.push_exact(
        name("trend"),
        outlook
            .newest
            .as_ref()
            .map_or("stable", |run| classify_trend(&run.points())),
    );
    figures.push_exact(
        name("forecast"),
        match outlook.call {
            PriceCall::Bullish => "Bullish",
            PriceCall::Neutral => "Neutral",
            PriceCall::Bearish => "Bearish",
        },
    );
    figures.push_exact(
        name("without a forecast because"),
        outlook.no_forecast_reason.clone(),
    );
    let forecast = outlook.forecast;
    figures.push_exact(
        name("forecast month"),
        forecast.map(|forecast| forecast.month.to_text()),
    );
    figures.push_estimate(
        name("probability of a rise in %"),
        forecast.map(|forecast| round_to_hundredths(100.0 * forecast.up)),
    );
    figures.push_estimate(
        name("forecast price"),
        forecast.map(|forecast| round_to_hundredths(forecast.price)),
    );
    figures.push_estimate(
        name("forecast price, low"),
        forecast.map(|forecast| round_to_hundredths(forecast.low)),
    );
    figures.push_estimate(
        name("forecast price, high"),
        forecast.map(|forecast| round_to_hundredths(forecast.high)),
    );
    figures.push_estimate(name("hit rate in %"), outlook.hit_rate);
}

fn report_timeframe(
    quoted: &[CommodityQuotes<'_>],
    timeframe: &str,
    from: NaiveDate,
    figures: &mut Figures,
) {
    let mut days: BTreeSet<NaiveDate> = BTreeSet::new();
    let mut bars: BTreeMap<(String, &str), Option<i128>> = BTreeMap::new();
    for quoted in quoted {
        let shown: Vec<(NaiveDate, &PriceQuote)> = quoted
            .days
            .range(from..)
            .map(|(day, quote)| (*day, *quote))
            .collect();
        days.extend(shown.iter().map(|(day, _)| *day));
        let (first, last) = (
            shown.first().map(|(_, quote)| quote.price),
            shown.last().map(|(_, quote)| quote.price),
        );
        let percent = first
            .zip(last)
            .filter(|_| shown.len() > 1)
            .and_then(|(first, last)| percent_change(last, first));
        figures.push_exact(
            format!("Market {timeframe}: {}, change in %", quoted.commodity),
            percent,
        );
        for (day, quote) in shown {
            let label = match timeframe {
                "1M" => day.to_string(),
                "1Y" => Month::from_date(day).to_text(),
                _ => {
                    let monday = day
                        .checked_sub_days(Days::new(day.weekday().num_days_from_monday().into()))
                        .unwrap_or(day);
                    format!(
                        "{:04}-W{:02}",
                        monday.iso_week().year(),
                        monday.iso_week().week()
                    )
                }
            };
            let bar = bars.entry((label, quoted.commodity)).or_default();
            if let Some(volume) = quote.volume {
                *bar = Some(bar.unwrap_or(0) + volume);
            }
        }
    }
    figures.push_exact(format!("Market {timeframe}: days with a price"), days.len());
    for ((label, commodity), volume) in bars {
        if let Some(volume) = volume {
            figures.push_exact(
                format!("Market {timeframe}: {commodity}, traded {label}"),
                round_money(volume),
            );
        }
    }
}
