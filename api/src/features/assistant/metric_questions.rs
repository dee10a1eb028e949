//! Decides whether a question is answered by metric queries or by the tools. A tool answers what
//! its arguments express; metric queries answer every other question about measures.

use super::period::Period;
use super::question_planner::{self, Disposition, Doubt, Plan};
use super::tool_registry::{ToolCall, ToolName};
use chrono::NaiveDate;
use metrics::{Calendar, PeriodChoice};
use questions::{BindingState, Interpretation, MemberCatalog, Outcome, Reading, unused_by_call};
use serde_json::Value;

/// How a question is answered.
pub(super) enum Route {
    /// By the calls of the plan.
    Tools(Plan),
    /// By the queries of the reading.
    Metrics(Reading),
    /// By a question with options, which are questions.
    Ask { text: String, options: Vec<String> },
}

/// The queries that a tool can express.
struct Preset {
    tool: ToolName,
    measures: &'static [&'static str],
    dimensions: &'static [&'static str],
    /// Dimensions that the tool filters by one value.
    filters: &'static [&'static str],
    can_compare: bool,
    can_limit: bool,
}

const PRESETS: [Preset; 9] = [
    Preset {
        tool: ToolName::LowStockItems,
        measures: &["below_reorder_point"],
        dimensions: &["item"],
        filters: &["category"],
        can_compare: false,
        can_limit: true,
    },
    Preset {
        tool: ToolName::TopProducts,
        measures: &["revenue", "quantity"],
        dimensions: &["item"],
        filters: &["category"],
        can_compare: false,
        can_limit: true,
    },
    Preset {
        tool: ToolName::SalesSummary,
        measures: &["revenue"],
        dimensions: &["category", "month", "item"],
        filters: &["category"],
        can_compare: true,
        can_limit: false,
    },
    Preset {
        tool: ToolName::AvgOrderValue,
        measures: &["avg_order_value"],
        dimensions: &[],
        filters: &[],
        can_compare: true,
        can_limit: false,
    },
    Preset {
        tool: ToolName::SpendBySupplier,
        measures: &["spend"],
        dimensions: &["supplier"],
        filters: &["supplier", "category"],
        can_compare: false,
        can_limit: true,
    },
    Preset {
        tool: ToolName::SupplierPerformance,
        measures: &["on_time_rate", "lead_time_median"],
        dimensions: &["supplier"],
        filters: &["supplier"],
        can_compare: false,
        can_limit: true,
    },
    Preset {
        tool: ToolName::ActiveSuppliers,
        measures: &["suppliers"],
        dimensions: &[],
        filters: &[],
        can_compare: false,
        can_limit: false,
    },
    Preset {
        tool: ToolName::TopCustomers,
        measures: &["revenue", "orders"],
        dimensions: &["customer"],
        filters: &[],
        can_compare: false,
        can_limit: true,
    },
    Preset {
        tool: ToolName::StockLevel,
        measures: &["on_hand"],
        dimensions: &["item"],
        filters: &["item"],
        can_compare: false,
        can_limit: false,
    },
];

/// Chooses between the plan of the tools and the reading of the question.
pub(super) fn route_question(
    question: &str,
    plan: Plan,
    read: &Interpretation,
    catalog: &MemberCatalog,
    calendar: Calendar,
) -> Route {
    if plan.is_guarded {
        return Route::Tools(plan);
    }
    // The tools don't know which part is taken out.
    if read.is_clearing
        && let Outcome::Answer(reading) = &read.outcome
    {
        return Route::Metrics(reading.clone());
    }
    let unknown = read
        .bindings
        .iter()
        .filter(|one| one.state == BindingState::Unused && one.part == "unknown")
        .count();
    match (&read.outcome, plan.disposition) {
        (Outcome::Answer(_), Disposition::Answer)
            if !is_other_kind(&plan)
                && plan.doubts.contains(&Doubt::UnrecognizedWords)
                && has_unknown_condition(question, read) =>
        {
            let refused = question_planner::refuse_unknown_word();
            Route::Tools(name_unknown(question, refused, read))
        }
        (Outcome::Answer(reading), Disposition::Answer) => {
            if is_expressed(&plan, reading, calendar) {
                return Route::Tools(plan);
            }
            let mut unused = unused_by_plan(question, &plan, catalog, calendar);
            if plan.doubts.contains(&Doubt::UnrecognizedWords) {
                unused.extend(unknown_words(question, read));
            }
            let is_clear = reading.is_measure_named && unknown == 0;
            let uses_as_much = is_clear && reading.unused.len() <= unused.len();
            let uses_more = unknown == 0 && reading.unused.len() < unused.len();
            // A sync status or a forecast is no measure, so words that don't fit speak for the tool.
            let is_sure = reading.unused.is_empty() && reading.assumptions.is_empty();
            if (uses_as_much || uses_more)
                && (is_sure || !is_other_kind(&plan) || (uses_more && reading.is_measure_named))
                && !is_several_tools(&plan)
                && !(unused.len() <= reading.unused.len() && is_about_quotes(&plan, read, reading))
            {
                return Route::Metrics(reading.clone());
            }
            Route::Tools(name_unused(plan, unused))
        }
        // One word that names several topics, such as "stock", says too little to choose a measure.
        (Outcome::Answer(_), Disposition::Clarify)
            if question.split_whitespace().nth(1).is_none() =>
        {
            Route::Tools(plan)
        }
        (Outcome::Answer(reading), _) => {
            // Unknown words can be names of others, which are not repeated.
            let has_name = read
                .bindings
                .iter()
                .any(|one| one.part == "unknown" && one.word.chars().any(char::is_uppercase));
            if unknown == 0 || (unknown == 1 && !has_name && reading.is_measure_named) {
                return Route::Metrics(reading.clone());
            }
            Route::Tools(name_unknown(question, plan, read))
        }
        (Outcome::Ask { text, options }, disposition) => {
            if disposition == Disposition::Answer && (unknown > 0 || is_several_tools(&plan)) {
                let unused = unused_by_plan(question, &plan, catalog, calendar);
                return Route::Tools(name_unused(plan, unused));
            }
            Route::Ask {
                text: text.clone(),
                options: options.clone(),
            }
        }
        (Outcome::Refuse { .. } | Outcome::NotMetric, Disposition::Answer) => {
            let unused = unused_by_plan(question, &plan, catalog, calendar);
            Route::Tools(name_unused(plan, unused))
        }
        (Outcome::Refuse { .. } | Outcome::NotMetric, _) => {
            Route::Tools(name_unknown(question, plan, read))
        }
    }
}

/// Whether the plan compares quotes of commodities that the question names by their own names, such
/// as corn. A reading takes them for crops, or for a part of an item's name.
fn is_about_quotes(plan: &Plan, read: &Interpretation, reading: &Reading) -> bool {
    let is_typed = |call: &ToolCall| {
        let args = call.args_to_json();
        let commodity = args.get("commodity").and_then(Value::as_str);
        commodity.is_some_and(|commodity| {
            let singular = commodity.strip_suffix('s').unwrap_or(commodity);
            let mut words = read.bindings.iter().map(|one| one.word.to_lowercase());
            words.any(|word| word == commodity || word == singular)
        })
    };
    let names_category = reading.queries.iter().any(|query| {
        let filters = query.get("filters").and_then(Value::as_array);
        filters.is_some_and(|filters| {
            filters
                .iter()
                .any(|filter| filter.get("dimension").and_then(Value::as_str) == Some("category"))
        })
    });
    let is_quote = |call: &ToolCall| call.tool == ToolName::PriceTrend && is_typed(call);
    !names_category && !plan.calls.is_empty() && plan.calls.iter().all(is_quote)
}

/// Whether a call computes what no measure is.
fn is_other_kind(plan: &Plan) -> bool {
    plan.calls.iter().any(|call| {
        !PRESETS.iter().any(|preset| preset.tool == call.tool)
            && !matches!(call.tool, ToolName::LapsedCustomers | ToolName::PriceTrend)
    })
}

fn is_several_tools(plan: &Plan) -> bool {
    let mut tools = plan.calls.iter().map(|call| call.tool);
    let first = tools.next();
    tools.any(|tool| Some(tool) != first)
}

/// Whether the calls of the plan, which are of one tool, say all that the reading says.
pub(super) fn is_expressed(plan: &Plan, reading: &Reading, calendar: Calendar) -> bool {
    let ([call, others @ ..], [query]) = (plan.calls.as_slice(), reading.queries.as_slice()) else {
        return false;
    };
    if others.iter().any(|other| other.tool != call.tool)
        || reading.explanation.is_some()
        || !reading.unused.is_empty()
    {
        return false;
    }
    let Some(preset) = PRESETS.iter().find(|preset| preset.tool == call.tool) else {
        return false;
    };
    let ids = |name: &str| -> Vec<&str> {
        let list = query.get(name).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    };
    let has = |name: &str| query.get(name).is_some();
    let args = call.args_to_json();
    let filters = query.get("filters").and_then(Value::as_array);
    let has_argument = |filter: &Value| {
        let dimension = filter.get("dimension").and_then(Value::as_str);
        let values = filter.get("values").and_then(Value::as_array);
        let (Some(dimension), Some(values)) = (dimension, values) else {
            return false;
        };
        // The tool answers in the unit of the item.
        if call.tool == ToolName::StockLevel && dimension == "unit" {
            return true;
        }
        // Each call has one of the values.
        preset.filters.contains(&dimension)
            && filter.get("op").and_then(Value::as_str) == Some("in")
            && values.len() == plan.calls.len()
            && plan.calls.iter().all(|call| {
                let args = call.args_to_json();
                args.get(dimension).is_some_and(|arg| values.contains(arg))
            })
    };
    let has_default_period = plan
        .doubts
        .iter()
        .any(|doubt| matches!(doubt, Doubt::DefaultPeriod(_)));
    let is_period_assumed = reading
        .assumptions
        .iter()
        .any(|one| one.ends_with("as the period"));
    let compare = query.get("compare").and_then(Value::as_str);
    // "Who supplies the most" may list the others, too.
    let limit = query.get("limit");
    let is_same_limit = limit == args.get("limit") || limit == Some(&Value::from(1));
    ids("measures")
        .iter()
        .all(|id| preset.measures.contains(id))
        && ids("dimensions")
            .iter()
            .all(|id| preset.dimensions.contains(id))
        && ids("dimensions").len() <= 1
        && filters.is_none_or(|filters| filters.iter().all(has_argument))
        && (others.is_empty() || filters.is_some_and(|filters| !filters.is_empty()))
        && (!has("having") || call.tool == ToolName::LowStockItems)
        && !["topPer", "derive"].into_iter().any(has)
        && (!has("limit") || (preset.can_limit && is_same_limit))
        && is_grouped_alike(call.tool, &ids("dimensions"), args.get("group_by"))
        && !(has("compare") && has("dimensions"))
        && is_ordered_alike(query, args.get("order"))
        && (!has("compare")
            || (preset.can_compare && compare == args.get("compare").and_then(Value::as_str)))
        && has_default_period == is_period_assumed
        && (is_period_assumed || is_same_period(query.get("period"), args.get("period"), calendar))
}

/// Whether a sales summary has the groups of a query. Other tools have only one kind of rows.
fn is_grouped_alike(tool: ToolName, dimensions: &[&str], argument: Option<&Value>) -> bool {
    if tool != ToolName::SalesSummary {
        return true;
    }
    match dimensions {
        [] => true,
        ["item"] => argument.and_then(Value::as_str) == Some("product"),
        [dimension] => argument.and_then(Value::as_str) == Some(*dimension),
        _ => false,
    }
}

/// Whether rows that the question wants from the lowest are so in a tool's answer.
fn is_ordered_alike(query: &Value, argument: Option<&Value>) -> bool {
    let direction = query.pointer("/order/0/direction").and_then(Value::as_str);
    // Tools begin with the highest.
    let own = argument.and_then(Value::as_str).unwrap_or("desc");
    direction.is_none_or(|direction| direction == own)
}

/// Whether a query's period has the days of a tool's.
fn is_same_period(query: Option<&Value>, argument: Option<&Value>, calendar: Calendar) -> bool {
    let (Some(query), Some(argument)) = (query, argument) else {
        return query.is_none() && argument.is_none();
    };
    let day = |name: &str| -> Option<NaiveDate> { query.get(name)?.as_str()?.parse().ok() };
    let choice = match query.get("preset").and_then(Value::as_str) {
        Some(preset) if argument.as_str() == Some(preset) => return true,
        Some(preset) => PeriodChoice::Preset(preset),
        None => PeriodChoice::Days {
            from: day("from"),
            to: day("to"),
        },
    };
    let span = calendar.span(choice);
    let own = argument.as_str().and_then(Period::parse);
    span.zip(own).is_some_and(|(span, own)| {
        let own = own.to_date_range(calendar.today);
        span.from == Some(own.from) && span.to == own.to.min(calendar.today)
    })
}

/// The conditions of the question that the plan's calls don't have, as typed.
fn unused_by_plan(
    question: &str,
    plan: &Plan,
    catalog: &MemberCatalog,
    calendar: Calendar,
) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    let mut has_period = false;
    for call in &plan.calls {
        arguments.extend(argument_texts(call));
        has_period |= ["period", "timeframe", "within_days", "inactive_days"]
            .iter()
            .any(|name| call.args_to_json().contains_key(*name));
    }
    let has_default = plan
        .doubts
        .iter()
        .any(|doubt| matches!(doubt, Doubt::DefaultPeriod(_) | Doubt::DefaultDays(_)));
    unused_by_call(
        question,
        catalog,
        calendar,
        &arguments,
        has_period && !has_default,
    )
}

fn argument_texts(call: &ToolCall) -> Vec<String> {
    let subject = match call.tool {
        ToolName::SpendBySupplier | ToolName::SupplierPerformance => Some("supplier"),
        ToolName::TopProducts => Some("item"),
        ToolName::TopCustomers | ToolName::LapsedCustomers => Some("customer"),
        ToolName::StockLevel => Some("location"),
        _ => None,
    };
    call.args_to_json()
        .values()
        .filter_map(|value| match value {
            Value::String(text) if text == "product" => Some("item".to_owned()),
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .chain(subject.map(ToOwned::to_owned))
        .collect()
}

fn name_unused(plan: Plan, unused: Vec<String>) -> Plan {
    if unused.is_empty() {
        return plan;
    }
    plan.with_doubts([Doubt::UnusedWords(unused)])
}

/// The words of a question that nothing in the data is called, as typed. Words that look like names
/// are left out: they can be names of others, which are not repeated.
fn unknown_words(question: &str, read: &Interpretation) -> Vec<String> {
    let unknown = read.bindings.iter().filter(|one| one.part == "unknown");
    let words = unknown.map(|one| &one.word).filter(|word| {
        // "op's" is a part of the name "Co-op's".
        let is_whole = question
            .split_whitespace()
            .any(|typed| typed.trim_matches(|end: char| !end.is_alphanumeric()) == word.as_str());
        let is_lower = !word.chars().any(char::is_uppercase);
        let is_abbreviation = !word.chars().any(char::is_lowercase);
        is_whole && (is_lower || is_abbreviation) && word.chars().any(char::is_alphabetic)
    });
    words.cloned().collect()
}

/// Whether an unknown word stands where a condition does: after a preposition, as in "sales in Ohio",
/// or right before a measure, as in "Roundup sales".
fn has_unknown_condition(question: &str, read: &Interpretation) -> bool {
    const PREPOSITIONS: [&str; 8] = ["in", "at", "to", "from", "for", "with", "of", "by"];
    let typed: Vec<String> = question
        .split_whitespace()
        .map(|word| word.trim_matches(|end: char| !end.is_alphanumeric()))
        .map(str::to_lowercase)
        .collect();
    let is_measure = |word: &str| {
        let mut bindings = read.bindings.iter();
        bindings.any(|one| one.part == "measure" && one.word.to_lowercase().starts_with(word))
    };
    let unknown = read.bindings.iter().filter(|one| one.part == "unknown");
    unknown.map(|one| one.word.to_lowercase()).any(|word| {
        typed.iter().enumerate().any(|(place, typed_word)| {
            let before = place.checked_sub(1).and_then(|before| typed.get(before));
            let next = typed.get(place + 1);
            *typed_word == word
                && !questions::is_common_word(&word)
                && (before.is_some_and(|before| PREPOSITIONS.contains(&before.as_str()))
                    || next.is_some_and(|next| is_measure(next)))
        })
    })
}

/// Names the words of a refused question that nothing in the data is called.
fn name_unknown(question: &str, mut plan: Plan, read: &Interpretation) -> Plan {
    let words: Vec<String> = unknown_words(question, read)
        .into_iter()
        .map(|word| format!("\u{201c}{word}\u{201d}"))
        .collect();
    if !words.is_empty() && plan.options.is_empty() {
        plan.text = Some(format!(
            "Your data has nothing about {}. {}",
            words.join(", "),
            question_planner::CAPABILITIES_TEXT
        ));
    }
    plan
}
