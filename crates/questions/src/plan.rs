//! Chooses dataset, measures and the other parts of a metric query for what a question says.

use crate::measure_choice::choose_measures;
use crate::members::MemberCatalog;
use crate::periods::PeriodName;
use crate::query_builder::Planner;
use crate::sketch::{Direction, Sketch};
use metrics::Calendar;
use serde_json::Value;

/// A question as metric queries, with what was assumed and what was not used.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub queries: Vec<Value>,
    /// How the figure moved between the periods, if the question asks why.
    pub explanation: Option<Explanation>,
    /// Assumptions, each a noun phrase: "the last 12 months as the period".
    pub assumptions: Vec<String>,
    /// Parts of the question that the queries leave out, as typed.
    pub unused: Vec<String>,
    /// Whether the question names the measure.
    pub is_measure_named: bool,
    /// Whether it asks how many rows there are.
    pub counts_rows: bool,
}

/// A question about the reason of a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The direction that the question presumes.
    pub presumed: Option<Direction>,
    /// Dimensions whose members contribute.
    pub dimensions: Vec<&'static str>,
}

/// What to do with a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Answer(Reading),
    /// Two readings are possible. Options are questions.
    Ask {
        text: String,
        options: Vec<String>,
    },
    /// The question is about words that no data has.
    Refuse {
        words: Vec<String>,
    },
    /// Not a question about measures.
    NotMetric,
}

/// Whether a dimension is a part of the calendar.
pub(crate) fn is_time(id: &str) -> bool {
    matches!(
        id,
        "day"
            | "week"
            | "month"
            | "quarter"
            | "half"
            | "year"
            | "fiscal_year"
            | "season"
            | "weekday"
            | "month_of_year"
            | "day_of_month"
    )
}

/// Dimensions of lines, which "bought" filters test.
pub(crate) const LINE_DIMENSIONS: [&str; 2] = ["category", "item"];

/// Plans what a question says. `question` is its text, for options.
pub(crate) fn plan_sketch(
    sketch: &Sketch,
    catalog: &MemberCatalog,
    calendar: Calendar,
    question: &str,
) -> Outcome {
    let Some(choice) = choose_measures(sketch) else {
        return plan_by_dataset(sketch, catalog, calendar, question);
    };
    if let Some(outcome) = ask_about_time(sketch, question) {
        return outcome;
    }
    // "Prices" alone may be those of items or of commodities.
    let is_price = choice.measures == ["avg_price"];
    if is_price && sketch.members.is_empty() && sketch.groups.is_empty() {
        return Outcome::NotMetric;
    }
    if let Some(outcome) = ask_about_group(sketch, question) {
        return outcome;
    }
    // Unknown words are named, but a question that consists of them is not answered.
    if sketch.unknown.len() > 1 && sketch.measures.is_empty() {
        return Outcome::Refuse {
            words: sketch.unknown.clone(),
        };
    }
    let mut planner = Planner {
        sketch,
        catalog,
        choice: choice.clone(),
        reading: Reading {
            is_measure_named: choice.is_named,
            counts_rows: sketch.counts,
            assumptions: choice.assumption.clone().into_iter().collect(),
            unused: sketch
                .unused
                .iter()
                .chain(&sketch.unknown)
                .cloned()
                .collect(),
            ..Reading::default()
        },
        dimensions: Vec::new(),
        having: Vec::new(),
    };
    match planner.build(calendar) {
        Ok(()) => {
            let is_mean = |id: &String| id.starts_with("avg_") || id.starts_with("revenue_per_");
            if planner.choice.measures.iter().any(is_mean) {
                planner.reading.unused.retain(|word| {
                    !matches!(word.to_lowercase().as_str(), "average" | "avg" | "mean")
                });
            }
            Outcome::Answer(planner.reading)
        }
        Err(outcome) => *outcome,
    }
}

/// Plans measures that no dataset has together, each by itself: "sales vs purchases of seed".
fn plan_by_dataset(
    sketch: &Sketch,
    catalog: &MemberCatalog,
    calendar: Calendar,
    question: &str,
) -> Outcome {
    // Others are no lists: "low stock", "how many items are below their reorder point".
    const LISTED: [&str; 8] = [
        "revenue",
        "spend",
        "quantity",
        "orders",
        "gross_margin",
        "cost_of_goods",
        "stock_value",
        "on_hand",
    ];
    let is_listed = |id: &String| LISTED.contains(&id.as_str());
    // "May sales vs June spend": each has days of its own.
    let has_one_period = sketch.periods.len() < 2;
    let is_list = matches!(sketch.measures.len(), 2..=3) && sketch.measures.iter().all(is_listed);
    if !is_list || !has_one_period {
        return Outcome::NotMetric;
    }
    let mut all: Option<Reading> = None;
    for measure in &sketch.measures {
        let own = Sketch {
            measures: vec![measure.clone()],
            compare: None,
            comparative: None,
            direction: None,
            change: None,
            ..sketch.clone()
        };
        let Outcome::Answer(reading) = plan_sketch(&own, catalog, calendar, question) else {
            return Outcome::NotMetric;
        };
        let known = all.get_or_insert_with(|| Reading {
            is_measure_named: true,
            ..Reading::default()
        });
        known.queries.extend(reading.queries);
        known.is_measure_named &= reading.is_measure_named;
        for (texts, more) in [
            (&mut known.assumptions, reading.assumptions),
            (&mut known.unused, reading.unused),
        ] {
            for text in more {
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
    }
    all.map_or(Outcome::NotMetric, Outcome::Answer)
}

/// Asks what to group by, after an unknown word.
fn ask_about_group(sketch: &Sketch, question: &str) -> Option<Outcome> {
    // A name after "by", which may be one that the reader may not see, is named as not used.
    let is_name = |word: &str| word.starts_with(char::is_uppercase);
    let word = sketch.unknown_groups.iter().find(|word| !is_name(word))?;
    let options = ["customer", "item", "location"];
    Some(Outcome::Ask {
        text: format!(
            "The data cannot be grouped by \u{201c}{word}\u{201d}. What do you want to group by?"
        ),
        options: options
            .iter()
            .map(|dimension| question.replacen(word.as_str(), dimension, 1))
            .collect(),
    })
}

/// Asks about times that the data does not define, and about two periods without a comparison.
fn ask_about_time(sketch: &Sketch, question: &str) -> Option<Outcome> {
    if let Some(time) = sketch.undefined_times.first() {
        let options = ["this year", "the last 12 months", "the last 30 days"];
        return Some(Outcome::Ask {
            text: format!(
                "The data has no dates for \u{201c}{time}\u{201d}. Which period do you mean?"
            ),
            options: options
                .iter()
                .map(|period| format!("{} {period}", question.replace(time.as_str(), "").trim()))
                .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect(),
        });
    }
    if let Some(text) = sketch.left_out_periods.first() {
        let words = question.replace(text.as_str(), "");
        return Some(Outcome::Ask {
            text: format!(
                "Queries cannot leave out days in between, as \u{201c}{text}\u{201d} asks. Which of \
                 these do you want to see?"
            ),
            options: vec![
                words.split_whitespace().collect::<Vec<_>>().join(" "),
                "revenue by month this year".to_owned(),
            ],
        });
    }
    let [first, second, ..] = sketch.periods.as_slice() else {
        return None;
    };
    let is_comparison = second.is_compared
        || first.is_compared
        || second.after_and
        || second.name == PeriodName::Before
        || second.name == PeriodName::SameYear
        || second.is_negated != first.is_negated
        || sketch.compare.is_some()
        || sketch.direction.is_some()
        || sketch.why;
    if is_comparison && sketch.periods.len() == 2 {
        return None;
    }
    let without = |start: usize, end: usize| {
        let before = question.get(..start).unwrap_or("");
        let after = question.get(end..).unwrap_or("");
        let words: Vec<&str> = before
            .split_whitespace()
            .chain(after.split_whitespace())
            .collect();
        words.join(" ")
    };
    let named: Vec<String> = sketch
        .periods
        .iter()
        .map(|period| format!("\u{201c}{}\u{201d}", period.text))
        .collect();
    Some(Outcome::Ask {
        text: format!("Which period do you mean: {}?", named.join(" or ")),
        options: vec![
            without(second.start, second.end),
            without(first.start, first.end),
        ],
    })
}
