//! From what a clause says to the arguments of its tool: one call, or one for each of the names,
//! goods or periods that it lists.

mod comparison;
mod words;

use chrono::NaiveDate;

use self::comparison::comparison;
use self::words::{explained_metric, order, report_kind, source_table, supplier_metric};
use super::confidence::Doubt;
use super::gist::{Gist, Mention};
use super::names::{Catalogue, NameKind};
use super::sense::Sense;
use super::when::When;
use crate::features::assistant::periods::{DateRange, Period};
use crate::features::assistant::registry::{
    Args, Compare, GroupBy, Metric, Shape, Timeframe, ToolName,
};

/// Calls that one clause may fan out to.
const MOST_CALLS: usize = 4;

/// What a clause's words fill in.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Filled {
    /// One set of arguments a call; at least one.
    pub args: Vec<Args>,
    pub doubts: Vec<Doubt>,
    /// A name that fits several: the question to ask back.
    pub unclear: Option<(NameKind, Vec<String>)>,
}

/// Fills the arguments that `tool` has from the clause. Defaults are left to the registry and to
/// [`usual_period`].
pub(super) fn filled(
    tool: ToolName,
    gist: &Gist,
    catalogue: &Catalogue,
    today: NaiveDate,
) -> Filled {
    let mut filled = Filled::default();
    let mut args = single(tool, gist, today, &mut filled.doubts);
    let has = |name: &str| tool.param(name).is_some();

    let mut lists = vec![Args::default()];
    for (kind, param) in [
        (NameKind::Item, "item"),
        (NameKind::Customer, "customer"),
        (NameKind::Supplier, "supplier"),
    ] {
        let mentions = gist.mentioned(kind);
        if has(param) {
            let named = resolved(kind, &mentions, &mut filled);
            lists = crossed(&lists, &named, |args, name: &String| match kind {
                NameKind::Item => args.item = Some(name.clone()),
                NameKind::Customer => args.customer = Some(name.clone()),
                _ => args.supplier = Some(name.clone()),
            });
        } else if has("category") && kind == NameKind::Item && gist.categories.is_empty() {
            item_category(&mentions, catalogue, &mut args, &mut filled.doubts);
        } else if let Some(name) = mentions
            .first()
            .and_then(|mention| mention.of(kind).first().map(|name| (*name).to_owned()))
        {
            // "Corn seed" may be a name in part and a category at once: then nothing was passed
            // over.
            filled.doubts.push(Doubt::NotNarrowedTo { kind, name });
        }
    }
    for kind in [NameKind::Salesperson, NameKind::Location] {
        if let Some(name) = gist
            .mentioned(kind)
            .first()
            .and_then(|mention| mention.of(kind).first().map(|name| (*name).to_owned()))
        {
            filled.doubts.push(Doubt::NotNarrowedTo { kind, name });
        }
    }
    if has("category") {
        lists = crossed(&lists, &gist.categories, |args, category| {
            args.category = Some(*category);
        });
    }
    if has("commodity") {
        lists = crossed(&lists, &gist.commodities, |args, commodity| {
            args.commodity = Some(*commodity);
        });
    }
    if has("crop") {
        let crops: Vec<_> = gist
            .commodities
            .iter()
            .filter_map(|commodity| commodity.crop())
            .collect();
        lists = crossed(&lists, &crops, |args, crop| args.crop = Some(*crop));
    }
    if has("region") {
        lists = crossed(&lists, &gist.regions, |args, region| {
            args.region = Some(*region);
        });
    }
    if tool != ToolName::SupplierPerformance && tool != ToolName::ExplainMetric && has("metric") {
        let metrics: Vec<Metric> = gist
            .metrics
            .iter()
            .copied()
            .filter(|metric| takes(tool, *metric))
            .collect();
        lists = crossed(&lists, &metrics, |args, metric| args.metric = Some(*metric));
    }
    if has("period") {
        let compared = comparison(gist, today);
        if has("compare") && compared.compare.is_some() {
            args.period = compared.period;
            args.compare = compared.compare;
        } else {
            let periods: Vec<Period> =
                if compared.periods.len() > 1 && tool == ToolName::GenerateReport {
                    Vec::new()
                } else {
                    compared.periods
                };
            lists = crossed(&lists, &periods, |args, period| args.period = Some(*period));
        }
    }
    filled.args = lists
        .into_iter()
        .take(MOST_CALLS)
        .map(|list| args.overlaid(&list))
        .collect();
    filled
}

/// The period that a tool covers when none is given: that of the screens.
pub(super) fn usual_period(tool: ToolName) -> Option<Period> {
    match tool {
        ToolName::SalesSummary => Some(Period::Last30Days),
        ToolName::ActiveSuppliers => Some(Period::Last90Days),
        ToolName::TopProducts
        | ToolName::TopCustomers
        | ToolName::AvgOrderValue
        | ToolName::SpendBySupplier
        | ToolName::SupplierPerformance
        | ToolName::GenerateReport => Some(Period::Last12Months),
        _ => None,
    }
}

/// Arguments of which a clause holds one.
fn single(tool: ToolName, gist: &Gist, today: NaiveDate, doubts: &mut Vec<Doubt>) -> Args {
    let mut args = Args {
        impact: gist.impacts.first().copied(),
        format: gist.formats.first().copied(),
        order: order(tool, gist),
        ..Args::default()
    };
    args.limit = limit(tool, gist, doubts);
    match tool {
        ToolName::SupplierPerformance => args.metric = supplier_metric(gist),
        ToolName::ExplainMetric => args.metric = explained_metric(gist),
        ToolName::SyncStatus => args.table = source_table(gist),
        ToolName::GenerateReport => args.kind = report_kind(gist),
        ToolName::PriceTrend => args.timeframe = timeframe(gist, today, doubts),
        ToolName::CustomerNextPurchase => args.within_days = within_days(gist),
        ToolName::LapsedCustomers => args.inactive_days = inactive_days(gist, today),
        ToolName::SalesSummary => {
            let by_name = gist.has(Sense::NamedItem).then_some(GroupBy::Product);
            let by_month = gist.has(Sense::Window).then_some(GroupBy::Month);
            args.group_by = gist.groups.first().copied().or(by_name).or(by_month);
            // "Are sales up?" asks against what.
            args.compare = (gist.has(Sense::Trend) && gist.groups.is_empty())
                .then_some(Compare::PreviousPeriod);
        }
        _ => {}
    }
    if !gist.vague.is_empty() || gist.times.iter().any(|time| time.phrase.vague) {
        doubts.push(Doubt::VagueTime);
    }
    let timeless = ["period", "timeframe", "within_days", "inactive_days"]
        .iter()
        .all(|name| tool.param(name).is_none());
    if timeless
        && gist.times.iter().any(|time| {
            matches!(time.phrase.when, When::Past(period) if period != Period::Today)
                || matches!(time.phrase.when, When::Length { .. })
        })
    {
        doubts.push(Doubt::NotNarrowedInTime(tool));
    }
    args
}

/// The names that are meant; one in part is a doubt, one that fits several is asked back about.
fn resolved(kind: NameKind, mentions: &[&Mention], filled: &mut Filled) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for mention in mentions {
        match mention.of(kind).as_slice() {
            [name] => {
                if !mention.whole {
                    filled.doubts.push(Doubt::PartOfName {
                        name: (*name).to_owned(),
                    });
                }
                if !names.iter().any(|known| known == name) {
                    names.push((*name).to_owned());
                }
            }
            several => {
                filled.unclear = Some((
                    kind,
                    several.iter().map(|name| (*name).to_owned()).collect(),
                ));
            }
        }
    }
    names
}

/// An item's category stands in for the item where a tool knows categories only.
fn item_category(
    mentions: &[&Mention],
    catalogue: &Catalogue,
    args: &mut Args,
    doubts: &mut Vec<Doubt>,
) {
    let Some(name) = mentions.first().and_then(|mention| {
        mention
            .of(NameKind::Item)
            .first()
            .map(|name| (*name).to_owned())
    }) else {
        return;
    };
    args.category = catalogue.category_of(&name);
    doubts.push(Doubt::NotNarrowedTo {
        kind: NameKind::Item,
        name,
    });
}

/// One set of arguments for each value, times the sets so far.
fn crossed<T>(lists: &[Args], values: &[T], set: impl Fn(&mut Args, &T)) -> Vec<Args> {
    if values.is_empty() {
        return lists.to_vec();
    }
    let each = lists.iter().flat_map(|args| {
        values.iter().map(|value| {
            let mut args = args.clone();
            set(&mut args, value);
            args
        })
    });
    each.collect()
}

fn takes(tool: ToolName, metric: Metric) -> bool {
    matches!(tool.param("metric").map(|param| param.shape), Some(Shape::Choice { of, .. }) if of.contains(&metric.as_str()))
}

fn limit(tool: ToolName, gist: &Gist, doubts: &mut Vec<Doubt>) -> Option<u32> {
    let Some(Shape::Whole { least, most, .. }) = tool.param("limit").map(|param| param.shape)
    else {
        if !gist.numbers.is_empty() {
            doubts.push(Doubt::NotUnderstood);
        }
        return None;
    };
    match gist.numbers.as_slice() {
        [] if gist.singular && (gist.has(Sense::Top) || gist.has(Sense::Bottom)) => Some(1),
        [] => None,
        [number, others @ ..] => {
            if !others.is_empty() {
                doubts.push(Doubt::NotUnderstood);
            }
            if *number > most {
                doubts.push(Doubt::MostRows(most));
            }
            Some((*number).clamp(least, most))
        }
    }
}

/// The price history that holds the time asked for: "last month" is a month, not the six weeks
/// since it began.
fn timeframe(gist: &Gist, today: NaiveDate, doubts: &mut Vec<Doubt>) -> Option<Timeframe> {
    let days = gist.times.iter().find_map(|time| match time.phrase.when {
        When::Length { days, .. } => Some(days),
        When::YearAgo | When::Past(Period::LastYear) => Some(365),
        When::PeriodAgo | When::Past(Period::LastQuarter | Period::ThisQuarter) => Some(90),
        When::Past(
            Period::LastWeek
            | Period::ThisWeek
            | Period::LastMonth
            | Period::ThisMonth
            | Period::Today,
        ) => Some(30),
        When::Past(period) => Some(
            DateRange {
                from: period.range(today).from.min(today),
                to: today,
            }
            .days(),
        ),
        When::Ahead(_) | When::Before => None,
    })?;
    let timeframe = Timeframe::covering(days);
    if !matches!(days, 28..=31 | 84..=93 | 178..=186 | 360..=366) {
        doubts.push(Doubt::NearestTimeframe(timeframe));
    }
    Some(timeframe)
}

fn within_days(gist: &Gist) -> Option<u32> {
    let days = gist.times.iter().find_map(|time| match time.phrase.when {
        When::Ahead(days) | When::Length { days, .. } => Some(days),
        When::Past(Period::ThisWeek) => Some(7),
        When::Past(Period::ThisMonth) => Some(30),
        When::Past(Period::ThisQuarter) => Some(90),
        _ => None,
    });
    days.map(|days| days.clamp(1, 365))
}

fn inactive_days(gist: &Gist, today: NaiveDate) -> Option<u32> {
    let days = gist.times.iter().find_map(|time| match time.phrase.when {
        When::Length { days, .. } => Some(days),
        When::Past(period) => Some(
            DateRange {
                from: period.range(today).from.min(today),
                to: today,
            }
            .days(),
        ),
        When::YearAgo => Some(365),
        _ => None,
    });
    // A bare number in a question about inactivity is one of days only where "days" was said, and
    // that makes a length.
    days.map(|days| days.clamp(1, 1_000))
}
