//! Fills the arguments of a tool from a clause: one call, or one for each name, category, commodity
//! or period that the clause lists.

mod choice_slots;
mod period_comparison;

use chrono::NaiveDate;

use self::choice_slots::{
    detect_explained_metric, detect_order, detect_report_kind, detect_source_table,
    detect_supplier_metric,
};
use self::period_comparison::detect_comparison;
use super::concept::Concept;
use super::confidence::Doubt;
use super::name_catalog::{NameCatalog, NameKind};
use super::parsed_question::{NameMention, ParsedQuestion};
use super::time_phrase::TimeReference;
use crate::features::assistant::period::{DateRange, Period};
use crate::features::assistant::tool_registry::{
    Args, Compare, GroupBy, Metric, ParamType, Timeframe, ToolName,
};

/// Maximum number of calls for one clause.
const MAX_CALLS: usize = 4;

/// Arguments filled from a clause.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct FilledSlots {
    /// Arguments of each call; at least one.
    pub args: Vec<Args>,
    pub doubts: Vec<Doubt>,
    /// An ambiguous name that needs a clarifying question.
    pub ambiguous_name: Option<(NameKind, Vec<String>)>,
}

/// Fills the arguments of `tool` from the clause. Defaults are set by the registry and
/// [`default_period`].
pub(super) fn fill_slots(
    tool: ToolName,
    parsed: &ParsedQuestion,
    catalog: &NameCatalog,
    today: NaiveDate,
) -> FilledSlots {
    let mut filled = FilledSlots::default();
    let mut args = fill_single_slots(tool, parsed, today, &mut filled.doubts);
    let has = |name: &str| tool.find_param(name).is_some();

    let mut lists = vec![Args::default()];
    for (kind, param) in [
        (NameKind::Item, "item"),
        (NameKind::Customer, "customer"),
        (NameKind::Supplier, "supplier"),
    ] {
        let mentions = parsed.mentions_of_kind(kind);
        if has(param) {
            let named = resolve_names(kind, &mentions, &mut filled);
            lists = expand_args(&lists, &named, |args, name: &String| match kind {
                NameKind::Item => args.item = Some(name.clone()),
                NameKind::Customer => args.customer = Some(name.clone()),
                _ => args.supplier = Some(name.clone()),
            });
        } else if has("category") && kind == NameKind::Item && parsed.categories.is_empty() {
            fill_item_category(&mentions, catalog, &mut args, &mut filled.doubts);
        } else if let Some(name) = mentions.first().and_then(|mention| {
            mention
                .names_of_kind(kind)
                .first()
                .map(|name| (*name).to_owned())
        }) {
            // "Corn seed" can be part of a name and a category at once: then no word is
            // unrecognized.
            filled
                .doubts
                .push(Doubt::UnsupportedNameFilter { kind, name });
        }
    }
    for kind in [NameKind::Salesperson, NameKind::Location] {
        if let Some(name) = parsed.mentions_of_kind(kind).first().and_then(|mention| {
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
        lists = expand_args(&lists, &parsed.categories, |args, category| {
            args.category = Some(*category);
        });
    }
    if has("commodity") {
        lists = expand_args(&lists, &parsed.commodities, |args, commodity| {
            args.commodity = Some(*commodity);
        });
    }
    if has("crop") {
        let crops: Vec<_> = parsed
            .commodities
            .iter()
            .filter_map(|commodity| commodity.crop())
            .collect();
        lists = expand_args(&lists, &crops, |args, crop| args.crop = Some(*crop));
    }
    if has("region") {
        lists = expand_args(&lists, &parsed.regions, |args, region| {
            args.region = Some(*region);
        });
    }
    if tool != ToolName::SupplierPerformance && tool != ToolName::ExplainMetric && has("metric") {
        let metrics: Vec<Metric> = parsed
            .metrics
            .iter()
            .copied()
            .filter(|metric| accepts_metric(tool, *metric))
            .collect();
        lists = expand_args(&lists, &metrics, |args, metric| args.metric = Some(*metric));
    }
    if has("period") {
        let compared = detect_comparison(parsed, today);
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
        .map(|list| args.merged_with(&list))
        .collect();
    filled
}

/// Fills the arguments that can have only one value in a clause.
fn fill_single_slots(
    tool: ToolName,
    parsed: &ParsedQuestion,
    today: NaiveDate,
    doubts: &mut Vec<Doubt>,
) -> Args {
    let mut args = Args {
        impact: parsed.impacts.first().copied(),
        format: parsed.formats.first().copied(),
        order: detect_order(tool, parsed),
        ..Args::default()
    };
    args.limit = fill_limit(tool, parsed, doubts);
    match tool {
        ToolName::SupplierPerformance => args.metric = detect_supplier_metric(parsed),
        ToolName::ExplainMetric => args.metric = detect_explained_metric(parsed),
        ToolName::SyncStatus => args.table = detect_source_table(parsed),
        ToolName::GenerateReport => args.kind = detect_report_kind(parsed),
        ToolName::PriceTrend => args.timeframe = fill_timeframe(parsed, today, doubts),
        ToolName::CustomerNextPurchase => args.within_days = fill_within_days(parsed),
        ToolName::LapsedCustomers => args.inactive_days = fill_inactive_days(parsed, today),
        ToolName::SalesSummary => {
            let by_name = parsed
                .has_concept(Concept::NamedItem)
                .then_some(GroupBy::Product);
            let by_month = parsed
                .has_concept(Concept::Window)
                .then_some(GroupBy::Month);
            args.group_by = parsed.groups.first().copied().or(by_name).or(by_month);
            // "Are sales up?" asks for a comparison.
            args.compare = (parsed.has_concept(Concept::Trend) && parsed.groups.is_empty())
                .then_some(Compare::PreviousPeriod);
        }
        _ => {}
    }
    if !parsed.vague_words.is_empty() || parsed.times.iter().any(|time| time.phrase.is_vague) {
        doubts.push(Doubt::VagueTime);
    }
    let timeless = ["period", "timeframe", "within_days", "inactive_days"]
        .iter()
        .all(|name| tool.find_param(name).is_none());
    if timeless
        && parsed.times.iter().any(|time| {
            matches!(time.phrase.reference, TimeReference::Past(period) if period != Period::Today)
                || matches!(time.phrase.reference, TimeReference::Duration { .. })
        })
    {
        doubts.push(Doubt::UnsupportedTimeFilter(tool));
    }
    args
}

/// Resolves names. A partial name adds a doubt; an ambiguous name needs a clarifying question.
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
                if !names.iter().any(|listed| listed == name) {
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

/// Uses an item's category where the tool filters by category only.
fn fill_item_category(
    mentions: &[&NameMention],
    catalog: &NameCatalog,
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
    args.category = catalog.category_of_item(&name);
    doubts.push(Doubt::UnsupportedNameFilter {
        kind: NameKind::Item,
        name,
    });
}

/// Multiplies the sets of arguments by the values.
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
    match tool.find_param("metric").map(|param| param.param_type) {
        Some(ParamType::Choice { values, .. }) => values.contains(&metric.as_str()),
        _ => false,
    }
}

fn fill_limit(tool: ToolName, parsed: &ParsedQuestion, doubts: &mut Vec<Doubt>) -> Option<u32> {
    let Some(ParamType::Integer { min, max, .. }) =
        tool.find_param("limit").map(|param| param.param_type)
    else {
        if !parsed.numbers.is_empty() {
            doubts.push(Doubt::UnrecognizedWords);
        }
        return None;
    };
    match parsed.numbers.as_slice() {
        [] if parsed.is_singular
            && (parsed.has_concept(Concept::Top) || parsed.has_concept(Concept::Bottom)) =>
        {
            Some(1)
        }
        [] => None,
        [number, others @ ..] => {
            if !others.is_empty() {
                doubts.push(Doubt::UnrecognizedWords);
            }
            if *number > max {
                doubts.push(Doubt::RowLimit(max));
            }
            Some((*number).clamp(min, max))
        }
    }
}

/// The price history that covers the time: "last month" is a month, not the six weeks since it
/// started.
fn fill_timeframe(
    parsed: &ParsedQuestion,
    today: NaiveDate,
    doubts: &mut Vec<Doubt>,
) -> Option<Timeframe> {
    let days = parsed
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

fn fill_within_days(parsed: &ParsedQuestion) -> Option<u32> {
    let days = parsed
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

fn fill_inactive_days(parsed: &ParsedQuestion, today: NaiveDate) -> Option<u32> {
    let days = parsed
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
    // A number in a question about inactivity means days only with the word "days", which makes it
    // a duration.
    days.map(|days| days.clamp(1, 1_000))
}
