//! From what a clause says to the arguments of its tool: one call, or one for each of the names,
//! goods or periods that it lists.

mod choice_slots;
mod period_comparison;

use chrono::NaiveDate;

use self::choice_slots::{
    detect_explained_metric, detect_order, detect_report_kind, detect_source_table,
    detect_supplier_metric,
};
use self::period_comparison::detect_comparison;
use super::concept::Sense;
use super::confidence::Doubt;
use super::name_catalog::{NameCatalog, NameKind};
use super::parsed_question::{NameMention, ParsedQuestion};
use super::time_phrase::TimeReference;
use crate::features::assistant::period::{DateRange, Period};
use crate::features::assistant::tool_registry::{
    Args, Compare, GroupBy, Metric, ParamType, Timeframe, ToolName,
};

/// Calls that one clause may fan out to.
const MAX_CALLS: usize = 4;

/// What a clause's words fill in.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct FilledSlots {
    /// One set of arguments a call; at least one.
    pub args: Vec<Args>,
    pub doubts: Vec<Doubt>,
    /// A name that fits several: the question to ask back.
    pub ambiguous_name: Option<(NameKind, Vec<String>)>,
}

/// Fills the arguments that `tool` has from the clause. Defaults are left to the registry and to
/// [`usual_period`].
pub(super) fn fill_slots(
    tool: ToolName,
    gist: &ParsedQuestion,
    catalogue: &NameCatalog,
    today: NaiveDate,
) -> FilledSlots {
    let mut filled = FilledSlots::default();
    let mut args = fill_single_slots(tool, gist, today, &mut filled.doubts);
    let has = |name: &str| tool.find_param(name).is_some();

    let mut lists = vec![Args::default()];
    for (kind, param) in [
        (NameKind::Item, "item"),
        (NameKind::Customer, "customer"),
        (NameKind::Supplier, "supplier"),
    ] {
        let mentions = gist.mentions_of_kind(kind);
        if has(param) {
            let named = resolve_names(kind, &mentions, &mut filled);
            lists = expand_args(&lists, &named, |args, name: &String| match kind {
                NameKind::Item => args.item = Some(name.clone()),
                NameKind::Customer => args.customer = Some(name.clone()),
                _ => args.supplier = Some(name.clone()),
            });
        } else if has("category") && kind == NameKind::Item && gist.categories.is_empty() {
            fill_item_category(&mentions, catalogue, &mut args, &mut filled.doubts);
        } else if let Some(name) = mentions.first().and_then(|mention| {
            mention
                .names_of_kind(kind)
                .first()
                .map(|name| (*name).to_owned())
        }) {
            // "Corn seed" may be a name in part and a category at once: then nothing was passed
            // over.
            filled
                .doubts
                .push(Doubt::UnsupportedNameFilter { kind, name });
        }
    }
    for kind in [NameKind::Salesperson, NameKind::Location] {
        if let Some(name) = gist.mentions_of_kind(kind).first().and_then(|mention| {
            mention
                .names_of_kind(kind)
                .first()
                .map(|name| (*name).to_owned())
        }) {
            filled
                .doubts
                .push(Doubt::UnsupportedNameFilter { kind, name });
        }
    }
    if has("category") {
        lists = expand_args(&lists, &gist.categories, |args, category| {
            args.category = Some(*category);
        });
    }
    if has("commodity") {
        lists = expand_args(&lists, &gist.commodities, |args, commodity| {
            args.commodity = Some(*commodity);
        });
    }
    if has("crop") {
        let crops: Vec<_> = gist
            .commodities
            .iter()
            .filter_map(|commodity| commodity.crop())
            .collect();
        lists = expand_args(&lists, &crops, |args, crop| args.crop = Some(*crop));
    }
    if has("region") {
        lists = expand_args(&lists, &gist.regions, |args, region| {
            args.region = Some(*region);
        });
    }
    if tool != ToolName::SupplierPerformance && tool != ToolName::ExplainMetric && has("metric") {
        let metrics: Vec<Metric> = gist
            .metrics
            .iter()
            .copied()
            .filter(|metric| accepts_metric(tool, *metric))
            .collect();
        lists = expand_args(&lists, &metrics, |args, metric| args.metric = Some(*metric));
    }
    if has("period") {
        let compared = detect_comparison(gist, today);
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
            lists = expand_args(&lists, &periods, |args, period| args.period = Some(*period));
        }
    }
    filled.args = lists
        .into_iter()
        .take(MAX_CALLS)
        .map(|list| args.overlaid(&list))
        .collect();
    filled
}

/// The period that a tool covers when none is given: that of the screens.
pub(super) fn default_period(tool: ToolName) -> Option<Period> {
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
fn fill_single_slots(
    tool: ToolName,
    gist: &ParsedQuestion,
    today: NaiveDate,
    doubts: &mut Vec<Doubt>,
) -> Args {
    let mut args = Args {
        impact: gist.impacts.first().copied(),
        format: gist.formats.first().copied(),
        order: detect_order(tool, gist),
        ..Args::default()
    };
    args.limit = fill_limit(tool, gist, doubts);
    match tool {
        ToolName::SupplierPerformance => args.metric = detect_supplier_metric(gist),
        ToolName::ExplainMetric => args.metric = detect_explained_metric(gist),
        ToolName::SyncStatus => args.table = detect_source_table(gist),
        ToolName::GenerateReport => args.kind = detect_report_kind(gist),
        ToolName::PriceTrend => args.timeframe = fill_timeframe(gist, today, doubts),
        ToolName::CustomerNextPurchase => args.within_days = fill_within_days(gist),
        ToolName::LapsedCustomers => args.inactive_days = fill_inactive_days(gist, today),
        ToolName::SalesSummary => {
            let by_name = gist
                .has_concept(Sense::NamedItem)
                .then_some(GroupBy::Product);
            let by_month = gist.has_concept(Sense::Window).then_some(GroupBy::Month);
            args.group_by = gist.groups.first().copied().or(by_name).or(by_month);
            // "Are sales up?" asks against what.
            args.compare = (gist.has_concept(Sense::Trend) && gist.groups.is_empty())
                .then_some(Compare::PreviousPeriod);
        }
        _ => {}
    }
    if !gist.vague_words.is_empty() || gist.times.iter().any(|time| time.phrase.is_vague) {
        doubts.push(Doubt::VagueTime);
    }
    let timeless = ["period", "timeframe", "within_days", "inactive_days"]
        .iter()
        .all(|name| tool.find_param(name).is_none());
    if timeless
        && gist.times.iter().any(|time| {
            matches!(time.phrase.reference, TimeReference::Past(period) if period != Period::Today)
                || matches!(time.phrase.reference, TimeReference::Duration { .. })
        })
    {
        doubts.push(Doubt::UnsupportedTimeFilter(tool));
    }
    args
}

/// The names that are meant; one in part is a doubt, one that fits several is asked back about.
fn resolve_names(
    kind: NameKind,
    mentions: &[&NameMention],
    filled: &mut FilledSlots,
) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for mention in mentions {
        match mention.names_of_kind(kind).as_slice() {
            [name] => {
                if !mention.is_full_name {
                    filled.doubts.push(Doubt::PartialName {
                        name: (*name).to_owned(),
                    });
                }
                if !names.iter().any(|known| known == name) {
                    names.push((*name).to_owned());
                }
            }
            several => {
                filled.ambiguous_name = Some((
                    kind,
                    several.iter().map(|name| (*name).to_owned()).collect(),
                ));
            }
        }
    }
    names
}

/// An item's category stands in for the item where a tool knows categories only.
fn fill_item_category(
    mentions: &[&NameMention],
    catalogue: &NameCatalog,
    args: &mut Args,
    doubts: &mut Vec<Doubt>,
) {
    let Some(name) = mentions.first().and_then(|mention| {
        mention
            .names_of_kind(NameKind::Item)
            .first()
            .map(|name| (*name).to_owned())
    }) else {
        return;
    };
    args.category = catalogue.category_of_item(&name);
    doubts.push(Doubt::UnsupportedNameFilter {
        kind: NameKind::Item,
        name,
    });
}

/// One set of arguments for each value, times the sets so far.
fn expand_args<T>(lists: &[Args], values: &[T], set: impl Fn(&mut Args, &T)) -> Vec<Args> {
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

fn accepts_metric(tool: ToolName, metric: Metric) -> bool {
    matches!(tool.find_param("metric").map(|param| param.param_type), Some(ParamType::Choice { values, .. }) if values.contains(&metric.as_str()))
}

fn fill_limit(tool: ToolName, gist: &ParsedQuestion, doubts: &mut Vec<Doubt>) -> Option<u32> {
    let Some(ParamType::Integer {
        min: least,
        max: most,
        ..
    }) = tool.find_param("limit").map(|param| param.param_type)
    else {
        if !gist.numbers.is_empty() {
            doubts.push(Doubt::UnrecognizedWords);
        }
        return None;
    };
    match gist.numbers.as_slice() {
        [] if gist.is_singular
            && (gist.has_concept(Sense::Top) || gist.has_concept(Sense::Bottom)) =>
        {
            Some(1)
        }
        [] => None,
        [number, others @ ..] => {
            if !others.is_empty() {
                doubts.push(Doubt::UnrecognizedWords);
            }
            if *number > most {
                doubts.push(Doubt::RowLimit(most));
            }
            Some((*number).clamp(least, most))
        }
    }
}

/// The price history that holds the time asked for: "last month" is a month, not the six weeks
/// since it began.
fn fill_timeframe(
    gist: &ParsedQuestion,
    today: NaiveDate,
    doubts: &mut Vec<Doubt>,
) -> Option<Timeframe> {
    let days = gist
        .times
        .iter()
        .find_map(|time| match time.phrase.reference {
            TimeReference::Duration { days, .. } => Some(days),
            TimeReference::YearAgo | TimeReference::Past(Period::LastYear) => Some(365),
            TimeReference::PeriodAgo
            | TimeReference::Past(Period::LastQuarter | Period::ThisQuarter) => Some(90),
            TimeReference::Past(
                Period::LastWeek
                | Period::ThisWeek
                | Period::LastMonth
                | Period::ThisMonth
                | Period::Today,
            ) => Some(30),
            TimeReference::Past(period) => Some(
                DateRange {
                    from: period.to_date_range(today).from.min(today),
                    to: today,
                }
                .day_count(),
            ),
            TimeReference::Future(_) | TimeReference::StepBack => None,
        })?;
    let timeframe = Timeframe::for_days(days);
    if !matches!(days, 28..=31 | 84..=93 | 178..=186 | 360..=366) {
        doubts.push(Doubt::NearestTimeframe(timeframe));
    }
    Some(timeframe)
}

fn fill_within_days(gist: &ParsedQuestion) -> Option<u32> {
    let days = gist
        .times
        .iter()
        .find_map(|time| match time.phrase.reference {
            TimeReference::Future(days) | TimeReference::Duration { days, .. } => Some(days),
            TimeReference::Past(Period::ThisWeek) => Some(7),
            TimeReference::Past(Period::ThisMonth) => Some(30),
            TimeReference::Past(Period::ThisQuarter) => Some(90),
            _ => None,
        });
    days.map(|days| days.clamp(1, 365))
}

fn fill_inactive_days(gist: &ParsedQuestion, today: NaiveDate) -> Option<u32> {
    let days = gist
        .times
        .iter()
        .find_map(|time| match time.phrase.reference {
            TimeReference::Duration { days, .. } => Some(days),
            TimeReference::Past(period) => Some(
                DateRange {
                    from: period.to_date_range(today).from.min(today),
                    to: today,
                }
                .day_count(),
            ),
            TimeReference::YearAgo => Some(365),
            _ => None,
        });
    // A bare number in a question about inactivity is one of days only where "days" was said, and
    // that makes a length.
    days.map(|days| days.clamp(1, 1_000))
}
