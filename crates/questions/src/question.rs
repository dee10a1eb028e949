//! Reads a question, alone or as a follow-up to earlier ones.

use crate::lexicon::Meaning;
use crate::members::MemberCatalog;
use crate::parts::{Part, PartKind, Question, split_parts};
use crate::periods::PeriodName;
use crate::plan::{Outcome, is_time, plan_sketch};
use crate::query_parts::{QueryPart, clear_order, clear_parts, list_parts};
use crate::sketch::{GroupRole, PeriodMention, Sketch, read_parts};
use metrics::Calendar;

/// What became of a word of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingState {
    Bound,
    /// Corrected, or only a part of a name.
    Assumed,
    Unused,
}

/// A word or phrase of the question and the part of the query that it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub word: String,
    pub state: BindingState,
    /// Such as `measure` or `filter`.
    pub part: &'static str,
}

/// A question as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Interpretation {
    pub outcome: Outcome,
    pub bindings: Vec<Binding>,
    /// Corrected words: as typed, and as understood.
    pub corrections: Vec<(String, String)>,
    /// Whether parts come from an earlier question.
    pub is_follow_up: bool,
    /// Whether it takes parts out of the question before.
    pub is_clearing: bool,
    /// The parts of the query, those of earlier questions included.
    pub parts: Vec<QueryPart>,
}

/// Reads a question. `history` are the earlier questions of the conversation, oldest first.
pub fn read_question(
    text: &str,
    history: &[&str],
    catalog: &MemberCatalog,
    calendar: Calendar,
) -> Interpretation {
    let question = split_parts(text, catalog, calendar);
    let mut sketch = read_parts(&question, catalog);
    let clears = sketch.clears.clone();
    let mut is_follow_up = false;
    if is_incomplete(&question, &sketch)
        && let Some(before) = sketch_of_history(history, catalog, calendar)
    {
        sketch = merge(before, sketch, calendar);
        is_follow_up = true;
    }
    let is_clearing = is_follow_up && clears.is_some();
    if !is_clearing {
        sketch.unused.extend(clears);
    }
    drop_earlier_periods(&mut sketch);
    let outcome = plan_sketch(&sketch, catalog, calendar, text);
    Interpretation {
        bindings: bind_parts(&question, &outcome),
        parts: list_parts(&sketch, &outcome),
        outcome,
        corrections: question.corrections,
        is_follow_up,
        is_clearing,
    }
}

/// What the last question said, with what it took from the questions before.
fn sketch_of_history(
    history: &[&str],
    catalog: &MemberCatalog,
    calendar: Calendar,
) -> Option<Sketch> {
    let (last, earlier) = history.split_last()?;
    let question = split_parts(last, catalog, calendar);
    let sketch = read_parts(&question, catalog);
    if is_incomplete(&question, &sketch)
        && let Some(before) = sketch_of_history(earlier, catalog, calendar)
    {
        return Some(merge(before, sketch, calendar));
    }
    let outcome = plan_sketch(&sketch, catalog, calendar, last);
    matches!(outcome, Outcome::Answer(_)).then_some(sketch)
}

/// Whether a question needs an earlier one: it has no measure, verb or subject of its own, or it
/// begins like a follow-up.
fn is_incomplete(question: &Question, sketch: &Sketch) -> bool {
    let first = question.parts.first();
    let begins = first.is_some_and(|part| {
        matches!(
            part.kind,
            PartKind::Phrase(
                Meaning::And
                    | Meaning::Only
                    | Meaning::Not
                    | Meaning::By
                    | Meaning::Or
                    | Meaning::Clear
            )
        ) || matches!(
            part.folded.as_str(),
            "same"
                | "what about"
                | "how about"
                | "and what about"
                | "now"
                | "but"
                | "in"
                | "for"
                | "also"
                | "instead"
                | "make it"
                | "make that"
                | "change it to"
                | "change that to"
                | "switch to"
                | "switch it to"
        )
    }) || question.parts.iter().any(|part| part.folded == "instead");
    let has_subject = sketch.sells
        || sketch.buys
        || sketch.pays
        || sketch.why
        || !sketch.measures.is_empty()
        || sketch
            .groups
            .iter()
            .any(|group| group.role == GroupRole::Subject);
    let has_verb = sketch.sells || sketch.buys || sketch.pays;
    let is_short = question.parts.len() <= 8;
    let is_changing = begins || sketch.sorts || sketch.adds || is_bare(sketch) || !has_subject;
    is_short
        && (refers_back(question) || (!has_verb && is_changing))
        && sketch.undefined_times.is_empty()
}

/// `which items` and `why` alone.
fn is_bare(sketch: &Sketch) -> bool {
    let rest = Sketch {
        groups: Vec::new(),
        asks_which: false,
        why: false,
        ..sketch.clone()
    };
    let is_question = match (sketch.groups.len(), sketch.why) {
        (1, false) => sketch.asks_which,
        (0, true) => true,
        _ => false,
    };
    is_question && rest == Sketch::default()
}

/// `which ones`, `which of them`, `what did they buy`.
fn refers_back(question: &Question) -> bool {
    const PRONOUNS: [&str; 4] = ["they", "them", "their", "those"];
    let mut parts = question.parts.iter();
    if parts.any(|part| PRONOUNS.contains(&part.folded.as_str())) {
        return true;
    }
    let is = |part: &Part, meaning: &Meaning| part.kind == PartKind::Phrase(meaning.clone());
    question.parts.iter().enumerate().any(|(place, part)| {
        is(part, &Meaning::Which)
            && question
                .parts
                .iter()
                .skip(place + 1)
                .take_while(|next| is(next, &Meaning::Filler))
                .any(|next| matches!(next.folded.as_str(), "ones" | "them" | "of them" | "those"))
    })
}

/// Periods that only follow-ups can have.
fn drop_earlier_periods(sketch: &mut Sketch) {
    let (dropped, kept) = std::mem::take(&mut sketch.periods)
        .into_iter()
        .partition(|period| matches!(period.name, PeriodName::Earlier(_)));
    sketch.periods = kept;
    let dropped: Vec<PeriodMention> = dropped;
    sketch
        .unused
        .extend(dropped.into_iter().map(|period| period.text));
}

/// The period of an earlier question changed by that of a follow-up.
fn merge_periods(merged: &mut Sketch, next: Vec<PeriodMention>, calendar: Calendar) {
    let [only] = next.as_slice() else {
        if !next.is_empty() {
            merged.periods = next;
        }
        return;
    };
    match (&only.name, merged.periods.as_mut_slice()) {
        (PeriodName::Earlier(unit), [known]) => match known.name.earlier_by(unit, calendar) {
            Some(earlier) => known.name = earlier,
            None => merged.unused.push(only.text.clone()),
        },
        (PeriodName::Earlier(_), _) => merged.unused.push(only.text.clone()),
        // "compare with last year": the period stays.
        (PeriodName::Preset(preset), [known])
            if only.is_compared && preset == "last_year" && !known.is_compared =>
        {
            merged.compares_year = true;
        }
        // "sales in q2 2025 >> and q3"
        (name, [known]) if !has_year(&only.text) => {
            let moved = name.in_year_of(&known.name);
            let mut next = only.clone();
            if let Some(moved) = moved {
                next.name = moved;
            }
            merged.periods = vec![next];
        }
        _ => merged.periods = next,
    }
}

/// Whether a text names a year: `2025`, `last May`.
fn has_year(text: &str) -> bool {
    let words = text.split(|end: char| !end.is_alphanumeric());
    words.map(str::to_lowercase).any(|word| {
        matches!(word.as_str(), "this" | "last" | "year")
            || (word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// Both, each measure once.
fn join_measures(first: Vec<String>, second: Vec<String>) -> Vec<String> {
    let mut all = first;
    for measure in second {
        if !all.contains(&measure) {
            all.push(measure);
        }
    }
    all
}

/// An earlier question changed by a follow-up.
fn merge(before: Sketch, next: Sketch, calendar: Calendar) -> Sketch {
    if next.clears.is_some() {
        return clear_parts(before, next);
    }
    let is_bare = is_bare(&next);
    let mut merged = before;
    merged.measures = match (next.sorts, next.adds) {
        (true, _) => join_measures(next.measures, merged.measures),
        (false, true) => join_measures(merged.measures, next.measures),
        (false, false) if next.measures.is_empty() => merged.measures,
        (false, false) => next.measures,
    };
    // "for all locations": the condition on them goes.
    let mut groups = next.groups;
    for dimension in &next.all_of {
        let count = merged.members.len();
        merged.members.retain(|known| {
            known.is_negated || known.candidates.iter().all(|(of, _)| of != dimension)
        });
        if merged.members.len() < count {
            groups.retain(|group| group.dimension != *dimension);
        }
    }
    if is_bare && !groups.is_empty() || groups.iter().any(|group| group.role == GroupRole::By) {
        // The first months by revenue would be no course over time.
        if groups.iter().any(|group| is_time(&group.dimension)) {
            clear_order(&mut merged);
        }
        merged.groups = groups;
    } else {
        for group in groups {
            if !merged
                .groups
                .iter()
                .any(|known| known.dimension == group.dimension)
            {
                merged.groups.push(group);
            }
        }
    }
    for member in &next.members {
        let dimension = |one: &crate::sketch::MemberMention| {
            one.candidates
                .first()
                .map(|(dimension, _)| dimension.clone())
        };
        if member.is_negated {
            merged
                .members
                .retain(|known| known.is_negated || known.candidates != member.candidates);
        } else {
            let own = dimension(member);
            merged
                .members
                .retain(|known| known.is_negated || dimension(known) != own);
        }
    }
    merged.members.extend(next.members);
    merge_periods(&mut merged, next.periods, calendar);
    if !next.thresholds.is_empty() {
        merged.thresholds = next.thresholds;
    }
    if next.limit.is_some() {
        merged.limit = next.limit;
        merged.top_text = next.top_text;
        merged.ordinal = next.ordinal;
    }
    merged.only = next.only.or(merged.only);
    merged.never |= next.never;
    merged.left_out_periods.extend(next.left_out_periods);
    merged.top = next.top.or(merged.top);
    merged.bottom = next.bottom.or(merged.bottom);
    merged.ascending = next.ascending.or(merged.ascending);
    merged.judges |= next.judges;
    merged.why |= next.why;
    merged.direction = next.direction.or(merged.direction);
    merged.change = next.change.or(merged.change);
    merged.compare = next.compare.or(merged.compare);
    merged.compare_text = next.compare_text.or(merged.compare_text);
    merged.compares_year |= next.compares_year;
    merged.compares_period |= next.compares_period;
    merged.derive.extend(next.derive);
    merged.units.extend(next.units);
    merged.in_percent = next.in_percent.or(merged.in_percent);
    merged.in_money |= next.in_money;
    merged.weekdays.extend(next.weekdays);
    merged.unknown_groups.extend(next.unknown_groups);
    merged.without_returns = next.without_returns.or(merged.without_returns);
    merged.unused.extend(next.unused);
    merged.unknown.extend(next.unknown);
    merged
}

fn part_name(part: &Part) -> Option<&'static str> {
    Some(match &part.kind {
        PartKind::Members(_) => "filter",
        PartKind::Period(_) => "period",
        PartKind::Number(_) => "number",
        PartKind::Unknown => "unknown",
        PartKind::Phrase(meaning) => match meaning {
            Meaning::Filler | Meaning::And | Meaning::Or => return None,
            Meaning::Measure(_) => "measure",
            Meaning::Dimension(_) => "dimension",
            Meaning::By => "grouping",
            Meaning::Not | Meaning::Only | Meaning::Nothing | Meaning::Both => "negation",
            Meaning::Clear => "removal",
            Meaning::Operator(_) | Meaning::Empty => "threshold",
            Meaning::Top | Meaning::Bottom | Meaning::Ascending | Meaning::Descending => "order",
            Meaning::Derive(_) => "derived column",
            Meaning::Compare | Meaning::CompareYear | Meaning::ComparePeriod => "comparison",
            Meaning::Rise | Meaning::Fall | Meaning::Change => "change",
            Meaning::Why => "explanation",
            Meaning::Sell
            | Meaning::Buy
            | Meaning::Pay
            | Meaning::Stock
            | Meaning::Supply
            | Meaning::Stop
            | Meaning::Perform => "verb",
            Meaning::Count | Meaning::Much | Meaning::Which | Meaning::Who => "question",
            Meaning::InPercent | Meaning::InMoney | Meaning::Unit(_) => "unit",
            Meaning::WithoutReturns
            | Meaning::Class(_)
            | Meaning::Category(_)
            | Meaning::Weekday(_) => "filter",
            Meaning::UndefinedTime => "period",
        },
    })
}

fn bind_parts(question: &Question, outcome: &Outcome) -> Vec<Binding> {
    let Outcome::Answer(reading) = outcome else {
        return question
            .parts
            .iter()
            .filter_map(|part| {
                Some(Binding {
                    word: part.text.clone(),
                    state: BindingState::Unused,
                    part: part_name(part)?,
                })
            })
            .collect();
    };
    let is_unused = |part: &Part| {
        reading.unused.iter().any(|text| {
            text == &part.text || (text.contains(&part.text) && part_name(part) != Some("measure"))
        })
    };
    question
        .parts
        .iter()
        .filter_map(|part| {
            let name = part_name(part)?;
            let is_partial = matches!(&part.kind, PartKind::Members(found) if !found.is_full);
            let state = if is_unused(part) {
                BindingState::Unused
            } else if part.is_corrected || is_partial {
                BindingState::Assumed
            } else {
                BindingState::Bound
            };
            Some(Binding {
                word: part.text.clone(),
                state,
                part: name,
            })
        })
        .collect()
}

fn stems_of(text: &str) -> Vec<String> {
    let words = crate::words::split_words(text).into_iter();
    words.map(|word| word.stem).collect()
}

/// Whether words have others among them, in their order.
fn has_words(words: &[String], others: &[String]) -> bool {
    !others.is_empty() && words.windows(others.len()).any(|run| run == others)
}

/// The conditions of a question that the arguments of another tool's call don't have: names,
/// negations, thresholds, groupings, periods and "why", as typed. `arguments` are the texts of the
/// call's arguments; `has_period` is whether one of them is a period.
pub fn unused_by_call(
    text: &str,
    catalog: &MemberCatalog,
    calendar: Calendar,
    arguments: &[String],
    has_period: bool,
) -> Vec<String> {
    let question = split_parts(text, catalog, calendar);
    let sketch = read_parts(&question, catalog);
    let folded: Vec<String> = arguments
        .iter()
        .map(|one| crate::words::fold_text(one))
        .collect();
    // Numbers, such as a limit, are no names.
    let named: Vec<Vec<String>> = folded
        .iter()
        .filter(|one| one.parse::<f64>().is_err())
        .map(|one| stems_of(one))
        .collect();
    let is_argument = |name: &str| {
        let name = stems_of(name);
        named
            .iter()
            .any(|one| has_words(one, &name) || has_words(&name, one))
    };
    let mut unused: Vec<String> = Vec::new();
    for member in &sketch.members {
        let known = is_argument(&member.text)
            || member
                .candidates
                .iter()
                .any(|(_, names)| names.iter().any(|name| is_argument(name)));
        if member.is_negated || !known {
            unused.push(member.text.clone());
        }
    }
    unused.extend(sketch.thresholds.iter().map(|one| one.text.clone()));
    let allowed = usize::from(has_period);
    unused.extend(
        sketch
            .periods
            .iter()
            .skip(allowed)
            .map(|one| one.text.clone()),
    );
    let by = sketch
        .groups
        .iter()
        .filter(|group| group.role == GroupRole::By);
    for group in by {
        let is_known = folded.contains(&group.dimension);
        if !is_known {
            unused.push(group.text.clone());
        }
    }
    // Single orders are no rows of another tool.
    let orders = sketch
        .groups
        .iter()
        .filter(|group| group.role == GroupRole::Subject && group.dimension == "order");
    unused.extend(orders.map(|group| group.text.clone()));
    if sketch.why {
        unused.push("why".to_owned());
    }
    unused.extend(sketch.without_returns.clone());
    unused.extend(sketch.only.clone());
    unused.extend(sketch.ordinal.clone());
    unused.extend(sketch.left_out_periods.clone());
    unused.extend(sketch.weekdays.iter().map(|day| day.text.clone()));
    unused.extend(
        sketch
            .unused
            .iter()
            .filter(|text| text.chars().any(|c| c.is_alphabetic() || c == '%'))
            .cloned(),
    );
    let is_compared = folded.iter().any(|one| one.starts_with("previous_"));
    if (sketch.compares_year || sketch.compares_period) && !is_compared {
        let part = question.parts.iter().find(|part| {
            matches!(
                part.kind,
                PartKind::Phrase(Meaning::CompareYear | Meaning::ComparePeriod)
            )
        });
        unused.extend(part.map(|part| part.text.clone()));
    }
    unused.dedup();
    unused
}

#[cfg(test)]
mod tests;
