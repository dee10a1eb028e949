//! What a question says, part by part, before a dataset is chosen.

use crate::lexicon::{Meaning, ingredients_of};
use crate::members::{MemberCatalog, MemberMatch};
use crate::parts::{Part, PartKind, Question};
use crate::periods::PeriodName;
use crate::words::Number;
use std::collections::BTreeSet;

/// How a dimension is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupRole {
    /// `by month`
    By,
    /// `which customers`, `top 5 customers`, `customers with`
    Subject,
    /// `sales to customers`
    Mention,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupMention {
    pub dimension: String,
    pub role: GroupRole,
    pub is_plural: bool,
    pub text: String,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is what the words around the name say"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemberMention {
    pub candidates: Vec<(String, Vec<String>)>,
    pub is_full: bool,
    pub is_negated: bool,
    /// Whether it is a category that only says more about a negated item: `no corn seed`.
    pub is_kind: bool,
    /// Whether "and", "or", "versus" or a comma precedes it: `corn seed and urea`.
    pub is_joined: bool,
    /// Whether it is "and".
    pub follows_and: bool,
    pub text: String,
}

impl MemberMention {
    /// Whether it can be what order lines are about.
    pub(crate) fn names_line(&self) -> bool {
        let mut dimensions = self.candidates.iter().map(|(dimension, _)| dimension);
        dimensions.any(|dimension| crate::plan::LINE_DIMENSIONS.contains(&dimension.as_str()))
    }
}

/// What a threshold compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ThresholdTarget {
    /// The measure of the question.
    Main,
    Measure(String),
    /// The change from the compared period.
    Change,
    /// The same, in percent.
    ChangePercent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Threshold {
    pub operator: &'static str,
    pub digits: String,
    pub is_money: bool,
    pub is_percent: bool,
    /// Whether the number counts days.
    pub is_days: bool,
    pub target: ThresholdTarget,
    pub text: String,
}

impl Threshold {
    /// Whether it compares the change from another period.
    pub(crate) fn is_of_change(&self) -> bool {
        matches!(
            self.target,
            ThresholdTarget::Change | ThresholdTarget::ChangePercent
        )
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PeriodMention {
    pub name: PeriodName,
    pub text: String,
    pub start: usize,
    pub end: usize,
    /// Whether a word such as "versus" precedes it.
    pub is_compared: bool,
    pub after_and: bool,
    /// Whether nothing was bought in it: `but not this year`.
    pub is_negated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WeekdayMention {
    pub day: u32,
    pub is_negated: bool,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

/// What a question says.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word that a question has or has not"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sketch {
    pub measures: Vec<String>,
    pub groups: Vec<GroupMention>,
    pub members: Vec<MemberMention>,
    pub thresholds: Vec<Threshold>,
    pub periods: Vec<PeriodMention>,
    pub derive: Vec<String>,
    /// `versus` and the like, as typed.
    pub compare: Option<String>,
    /// `versus the year before`, as typed.
    pub compare_text: Option<String>,
    pub compares_year: bool,
    pub compares_period: bool,
    /// Rose or fell.
    pub direction: Option<Direction>,
    /// Words about a change, as typed.
    pub change: Option<String>,
    pub why: bool,
    pub top: Option<String>,
    pub bottom: Option<String>,
    pub limit: Option<String>,
    /// `limit` is about this part of the groups: the dimension after `top 3 per`.
    pub top_text: String,
    pub ascending: Option<bool>,
    /// Whether the order is by good and bad, not by size.
    pub judges: bool,
    pub sells: bool,
    pub buys: bool,
    pub pays: bool,
    /// Suppliers sell to the organization, or the organization buys: `who sold us`, `we bought`.
    pub supplied: bool,
    /// `how did`
    pub performs: bool,
    /// `stopped buying`
    pub stops: bool,
    /// `both`, as typed.
    pub both: Option<String>,
    /// Weekdays that lines are of, or not of, 1 for Monday, as typed.
    pub weekdays: Vec<WeekdayMention>,
    /// `only` before something that customers buy, as typed.
    pub only: Option<String>,
    /// `never`: no period is all time.
    pub never: bool,
    /// Periods that are left out, as typed: `excluding April`.
    pub left_out_periods: Vec<String>,
    /// Which of the rows is asked for: `second biggest`.
    pub ordinal: Option<String>,
    /// `more` or `less` after a verb, as typed.
    pub comparative: Option<String>,
    /// The measure after `sorted by`.
    pub sort_measure: Option<String>,
    /// The place in `members` of what a share is of: `share of seed in revenue`.
    pub shared: Option<usize>,
    /// The unit of `month over month`.
    pub step: Option<&'static str>,
    pub stocks: bool,
    pub counts: bool,
    pub asks_much: bool,
    /// `how much urea`
    pub asks_quantity: bool,
    pub asks_which: bool,
    pub asks_who: bool,
    /// `percent`, as typed.
    pub in_percent: Option<String>,
    pub in_money: bool,
    pub units: Vec<(String, String)>,
    pub without_returns: Option<String>,
    /// `not buy`, `haven't bought`
    pub negates_purchase: bool,
    /// Unknown words after `by` or `per`, as typed.
    pub unknown_groups: Vec<String>,
    pub undefined_times: Vec<String>,
    /// Begins with `sort by`: its measure comes first in the question before.
    pub sorts: bool,
    /// `also`: its measures are added to those of the question before.
    pub adds: bool,
    /// Dimensions after `all`: a follow-up counts all of their members.
    pub all_of: Vec<String>,
    /// `clear` at the beginning, as typed: the other parts are taken out of the question before.
    pub clears: Option<String>,
    /// Parts without a place in the query, as typed.
    pub unused: Vec<String>,
    /// Words that the lexicon does not know, as typed.
    pub unknown: Vec<String>,
}

impl Sketch {
    /// Whether the question is about what did not happen in a period.
    pub(crate) fn negates_period(&self) -> bool {
        self.periods.iter().any(|period| period.is_negated)
    }

    /// Whether the rows are grouped or listed by a dimension.
    pub(crate) fn names_group(&self, dimension: &str) -> bool {
        self.groups.iter().any(|group| group.dimension == dimension)
    }
}

const SORT_WORDS: [&str; 12] = [
    "sort",
    "sort by",
    "sort it by",
    "sort them by",
    "sorted by",
    "order by",
    "order them by",
    "ordered by",
    "rank by",
    "rank it by",
    "rank them by",
    "ranked by",
];
const ADD_WORDS: [&str; 5] = ["also", "too", "as well", "add", "plus"];
const GROW_WORDS: [&str; 3] = ["grow", "grows", "growing"];
const COUNT_RANKS: [&str; 3] = ["most", "fewest", "least"];
const SIZE_WORDS: [&str; 10] = [
    "top", "biggest", "largest", "highest", "greatest", "heaviest", "maximum", "smallest",
    "lowest", "minimum",
];
const ALL_WORDS: [&str; 3] = ["all", "any", "all the"];

/// The state while parts are read from left to right.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is about the part that was read last"
)]
#[derive(Default)]
struct Reading {
    sketch: Sketch,
    by: Option<String>,
    not: Option<String>,
    compare: bool,
    and: bool,
    /// The last part was `which`, `top` or a number after it.
    is_subject_next: bool,
    /// Whether the last verb of buying is negated.
    is_purchase_negated: bool,
    /// Whether members are what was not bought, after others that were: `but never bought urea`.
    are_members_negated: bool,
    /// `only`, until the name that it is about.
    only: Option<String>,
    /// Whether the last rank is one of size, such as `biggest`.
    ranks_by_size: bool,
    /// Whether the last rank counts, such as `most`.
    ranks_by_count: bool,
    /// `sorted by`, until a measure.
    is_sort_next: bool,
    /// Whether the part before is a name.
    was_member: bool,
    /// Whether the next category says more about a negated item.
    is_kind_next: bool,
    skip: BTreeSet<usize>,
}

/// Reads the parts of a question.
pub(crate) fn read_parts(question: &Question, catalog: &MemberCatalog) -> Sketch {
    let mut reading = Reading::default();
    for (index, part) in question.parts.iter().enumerate() {
        if !reading.skip.contains(&index) {
            reading.read_part(&question.parts, index, part, catalog);
        }
    }
    if let Some(not) = reading.not.take() {
        reading.sketch.unused.push(not);
    }
    let begins_with_clear = meaning_of(question.parts.first()) == Some(&Meaning::Clear);
    if !begins_with_clear {
        reading.sketch.unused.extend(reading.sketch.clears.take());
    }
    let mut words = question.parts.iter().map(|part| part.folded.as_str());
    reading.sketch.adds = words.clone().any(|word| ADD_WORDS.contains(&word));
    reading.sketch.sorts = words
        .find(|word| *word != "and")
        .is_some_and(|first| SORT_WORDS.contains(&first));
    reading.sketch
}

fn meaning_of(part: Option<&Part>) -> Option<&Meaning> {
    match &part?.kind {
        PartKind::Phrase(meaning) => Some(meaning),
        _ => None,
    }
}

/// The part after `index` that is no filler.
fn next_content(parts: &[Part], index: usize) -> Option<usize> {
    (index + 1..parts.len()).find(|next| {
        !matches!(
            meaning_of(parts.get(*next)),
            Some(Meaning::Filler | Meaning::InMoney)
        )
    })
}

impl Reading {
    fn read_part(&mut self, parts: &[Part], index: usize, part: &Part, catalog: &MemberCatalog) {
        match &part.kind {
            PartKind::Phrase(meaning) => {
                let meaning = meaning.clone();
                self.read_phrase(parts, index, part, &meaning, catalog);
            }
            PartKind::Members(found) => self.read_members(parts, index, part, found),
            PartKind::Period(name) => self.read_period(part, name.clone()),
            PartKind::Number(number) => self.read_number(parts, index, part, number),
            PartKind::Unknown if self.read_ordinal(parts, index, part) => {}
            PartKind::Unknown => {
                self.flush_not();
                self.is_subject_next = false;
                if self.by.take().is_some() {
                    self.sketch.unknown_groups.push(part.text.clone());
                }
                self.sketch.unknown.push(part.text.clone());
            }
        }
    }

    /// A negation applies to what follows directly.
    fn flush_not(&mut self) {
        if let Some(not) = self.not.take() {
            self.sketch.unused.push(not);
        }
    }

    fn read_period(&mut self, part: &Part, name: PeriodName) {
        // "bought last year but not this year"
        let is_negated = if self.sketch.buys && self.not.is_some() {
            self.not = None;
            true
        } else {
            self.is_purchase_negated
        };
        if let Some(not) = self.not.take() {
            let text = format!("{not} {}", part.text);
            self.sketch.left_out_periods.push(text);
            return;
        }
        self.sketch.periods.push(PeriodMention {
            name,
            text: part.text.clone(),
            start: part.start,
            end: part.end,
            is_compared: self.compare,
            after_and: self.and,
            is_negated,
        });
        (self.compare, self.and, self.by) = (false, false, None);
    }

    fn read_number(&mut self, parts: &[Part], index: usize, part: &Part, number: &Number) {
        let next = meaning_of(parts.get(index + 1));
        let is_top = matches!(next, Some(Meaning::Top | Meaning::Bottom));
        let follows_top = index > 0
            && matches!(
                meaning_of(parts.get(index - 1)),
                Some(Meaning::Top | Meaning::Bottom)
            );
        let is_plain = !number.is_money && !number.is_percent && !number.digits.contains('.');
        if is_plain && (is_top || follows_top) {
            self.sketch.limit = Some(number.digits.clone());
            self.sketch.top_text = match parts.get(index.wrapping_sub(1)).filter(|_| follows_top) {
                Some(top) => format!("{} {}", top.text, part.text),
                None => part.text.clone(),
            };
            self.is_subject_next = true;
        } else if is_plain && self.is_subject_next && index > 0 {
            self.sketch.limit = Some(number.digits.clone());
            self.sketch.top_text.clone_from(&part.text);
        } else if is_plain && is_counted_rank(parts, index) {
            // "10 counties with the highest revenue"
            self.sketch.limit = Some(number.digits.clone());
            self.sketch.top_text.clone_from(&part.text);
            self.is_subject_next = true;
        } else {
            self.sketch.unused.push(part.text.clone());
        }
    }

    fn read_members(&mut self, parts: &[Part], index: usize, part: &Part, found: &MemberMatch) {
        let mut candidates: Vec<(String, Vec<String>)> = found
            .candidates
            .iter()
            .map(|(dimension, names)| ((*dimension).to_owned(), names.clone()))
            .collect();
        // "Story county", "our Nevada branch", "wheat growers".
        if let Some(Meaning::Dimension(dimension)) = meaning_of(parts.get(index + 1)) {
            let keeps = |wanted: &str, candidates: &mut Vec<(String, Vec<String>)>| {
                let has = candidates.iter().any(|(known, _)| known == wanted);
                if has {
                    candidates.retain(|(known, _)| known == wanted);
                }
                has
            };
            if keeps(dimension, &mut candidates)
                && !parts.get(index + 1).is_some_and(|next| next.is_plural)
            {
                self.skip.insert(index + 1);
            }
            if dimension == "customer" {
                keeps("crop", &mut candidates);
            }
        }
        // "growers with corn"
        let follows_customer = index.checked_sub(2).is_some_and(|before| {
            matches!(meaning_of(parts.get(before)), Some(Meaning::Dimension(id)) if id == "customer")
                && parts
                    .get(index - 1)
                    .is_some_and(|with| matches!(with.folded.as_str(), "with" | "of"))
        });
        // "customers growing corn"
        let is_grown = index
            .checked_sub(1)
            .and_then(|before| parts.get(before))
            .is_some_and(|before| GROW_WORDS.contains(&before.folded.as_str()));
        if is_grown {
            (self.sketch.change, self.sketch.direction) = (None, None);
        }
        if (follows_customer || is_grown) && candidates.iter().any(|(known, _)| known == "crop") {
            candidates.retain(|(known, _)| known == "crop");
        }
        // "state of Iowa"
        if let Some(before) = index.checked_sub(2)
            && let Some(Meaning::Dimension(dimension)) = meaning_of(parts.get(before))
            && parts.get(index - 1).is_some_and(|of| of.folded == "of")
            && candidates.iter().any(|(known, _)| known == dimension)
        {
            candidates.retain(|(known, _)| known == dimension);
            if self
                .sketch
                .groups
                .last()
                .is_some_and(|last| last.dimension == *dimension)
            {
                self.sketch.groups.pop();
            }
        }
        self.push_member(
            parts,
            index,
            MemberMention {
                candidates,
                is_full: found.is_full,
                is_negated: false,
                is_kind: false,
                is_joined: false,
                follows_and: false,
                text: part.text.clone(),
            },
        );
    }

    fn push_member(&mut self, parts: &[Part], index: usize, mut mention: MemberMention) {
        let before = index.checked_sub(1).and_then(|before| parts.get(before));
        mention.is_joined = parts.get(index).is_some_and(|part| part.after_break)
            || matches!(
                meaning_of(before),
                Some(Meaning::And | Meaning::Or | Meaning::Compare)
            );
        mention.follows_and = matches!(meaning_of(before), Some(Meaning::And));
        if mention.names_line() {
            mention.is_negated = self.are_members_negated;
            let only = self.only.take();
            self.sketch.only = self.sketch.only.take().or(only);
        } else if mention.candidates.iter().all(|(known, _)| known == "crop") {
            // "customers who only grow wheat" may grow nothing else.
            self.sketch.unused.extend(self.only.take());
        }
        if let Some(not) = self.not.clone() {
            mention.is_negated = true;
            mention.text = format!("{not} {}", mention.text);
            mention.is_kind = self.is_kind_next;
            // "except fertilizer and seed": the negation goes on.
            let joined = matches!(
                meaning_of(parts.get(index + 1)),
                Some(Meaning::And | Meaning::Or)
            ) || parts.get(index + 1).is_some_and(|next| next.after_break);
            let next = parts.get(index + 1 + usize::from(joined));
            let goes_on = joined
                && parts.get(index + 1).is_some()
                && (matches!(next.map(|part| &part.kind), Some(PartKind::Members(_)))
                    || matches!(
                        meaning_of(next),
                        Some(Meaning::Category(_) | Meaning::Class(_))
                    ));
            // "no corn seed" negates both words together.
            self.is_kind_next = mention.candidates.iter().any(|(known, _)| known == "item")
                && parts
                    .get(index + 1)
                    .is_some_and(|next| !next.after_break && is_category(next));
            if !goes_on && !self.is_kind_next {
                self.not = None;
            }
        }
        (self.compare, self.by, self.is_subject_next) = (false, None, false);
        // A condition that the question has already; "soybean seed" after "corn seed" is none.
        let follows_name = index > 0
            && parts.get(index - 1).is_some_and(|before| {
                matches!(before.kind, PartKind::Members(_)) && !mention.is_negated
            });
        let is_repeated = self.sketch.members.iter().any(|known| {
            known.candidates == mention.candidates && known.is_negated == mention.is_negated
        });
        if is_repeated && !follows_name {
            self.sketch.unused.push(mention.text);
        } else {
            let is_part_of = parts
                .get(index + 1)
                .is_some_and(|next| matches!(next.folded.as_str(), "in" | "of" | "within"));
            let asks_share = self.sketch.derive.iter().any(|id| id == "share");
            if is_part_of && asks_share && self.sketch.measures.is_empty() {
                self.sketch.shared = Some(self.sketch.members.len());
            }
            self.sketch.members.push(mention);
        }
    }

    fn read_phrase(
        &mut self,
        parts: &[Part],
        index: usize,
        part: &Part,
        meaning: &Meaning,
        catalog: &MemberCatalog,
    ) {
        let text = || part.text.clone();
        let keeps_not = matches!(
            meaning,
            Meaning::Filler
                | Meaning::And
                | Meaning::Or
                | Meaning::Not
                | Meaning::Buy
                | Meaning::Sell
                | Meaning::Category(_)
                | Meaning::Class(_)
                | Meaning::Dimension(_)
                | Meaning::Only
                | Meaning::Supply
                | Meaning::Weekday(_)
        ) || matches!(meaning, Meaning::Measure(id) if is_purchase(id));
        if !keeps_not {
            self.flush_not();
        }
        let was_subject = std::mem::take(&mut self.is_subject_next);
        self.was_member = follows_member(parts, index);
        if !matches!(
            meaning,
            Meaning::Only | Meaning::Buy | Meaning::Sell | Meaning::Filler
        ) && !is_line_phrase(meaning)
            && !GROW_WORDS.contains(&part.folded.as_str())
        {
            self.only = None;
        }
        if was_subject && self.read_ranked_order(parts, index, part, meaning) {
            return;
        }
        match meaning {
            Meaning::Measure(id) => self.read_measure(parts, index, part, id, was_subject),
            Meaning::Dimension(_)
                if !was_subject && self.by.is_none() && is_listed_count(parts, index, part) =>
            {
                let count = count_of(Some(meaning)).unwrap_or_default().to_owned();
                if !self.sketch.measures.contains(&count) {
                    self.sketch.measures.push(count);
                }
            }
            // "state with the most customers", "top 5 states by customers"
            Meaning::Dimension(_) if self.is_ranked_count(meaning, part, was_subject) => {
                self.by = None;
                let count = count_of(Some(meaning)).unwrap_or_default().to_owned();
                self.sketch.measures.push(count);
            }
            // "revenue by customer state" is by state.
            Meaning::Dimension(id) if is_owner_of_next(parts, index, part, id) => {
                self.is_subject_next = was_subject;
            }
            Meaning::Dimension(id) => self.read_dimension(parts, index, part, id, was_subject),
            Meaning::By => self.by = Some(text()),
            Meaning::Not => match &self.not {
                Some(before) => self.not = Some(format!("{before} {}", part.text)),
                None => self.not = Some(text()),
            },
            Meaning::Operator(operator) => self.read_operator(parts, index, part, operator),
            Meaning::Top | Meaning::Bottom => self.read_rank(part, meaning),
            Meaning::Much => self.read_much(parts, index),
            Meaning::Class(_) | Meaning::Category(_) => {
                self.read_class(parts, index, part, meaning, catalog);
            }
            // "orders that we got"
            Meaning::Buy
                if matches!(part.folded.as_str(), "get" | "got")
                    && self.sketch.measures.iter().any(|id| id == "orders")
                    && follows_we(parts, index) =>
            {
                self.sketch.sells = true;
            }
            Meaning::Buy => {
                self.sketch.supplied |= follows_we(parts, index);
                self.sketch.buys = true;
                self.negate_purchase();
            }
            Meaning::Empty => self.read_empty(part),
            Meaning::Filler if is_number_range(parts, index, part) => {
                self.read_number_range(parts, index, part);
            }
            Meaning::And => {
                self.is_purchase_negated = false;
                self.and = true;
                self.is_subject_next = false;
            }
            Meaning::Filler => {
                self.is_subject_next = was_subject;
                self.read_filler(parts, index, part);
            }
            Meaning::Compare => self.read_compare(parts, index, part, meaning),
            other => self.read_flag(other, part),
        }
        if !matches!(meaning, Meaning::And | Meaning::Filler) {
            self.and = false;
        }
    }

    fn read_filler(&mut self, parts: &[Part], index: usize, part: &Part) {
        self.is_sort_next |= SORT_WORDS.contains(&part.folded.as_str());
        match part.folded.as_str() {
            "more" | "bigger" => {
                self.sketch.direction.get_or_insert(Direction::Up);
                self.read_comparative(parts, index, part);
            }
            "less" => {
                self.sketch.direction = Some(Direction::Down);
                self.read_comparative(parts, index, part);
            }
            "but" => self.is_purchase_negated = false,
            _ => {}
        }
    }

    /// Whether the number of a dimension's members ranks those of another one.
    fn is_ranked_count(&self, meaning: &Meaning, part: &Part, was_subject: bool) -> bool {
        let sketch = &self.sketch;
        let is_ranked = sketch.top.is_some() || sketch.bottom.is_some();
        let ranks = (was_subject && self.ranks_by_count) || (self.by.is_some() && is_ranked);
        let Some(count) = count_of(Some(meaning)) else {
            return false;
        };
        let mut groups = sketch.groups.iter();
        ranks
            && part.is_plural
            && sketch.measures.is_empty()
            && groups.any(|group| {
                group.role == GroupRole::Subject && format!("{}s", group.dimension) != count
            })
    }

    fn read_measure(
        &mut self,
        parts: &[Part],
        index: usize,
        part: &Part,
        id: &str,
        was_subject: bool,
    ) {
        if self.not.is_some() && is_purchase(id) {
            // "with no orders"
            self.not = None;
            self.sketch.buys = true;
            self.sketch.negates_purchase = true;
            return;
        }
        // "customers without seed purchases"
        if id == "spend" && follows_negated(&self.sketch, parts, index, part) {
            self.sketch.buys = true;
            return;
        }
        // "items sold below 5% margin" are items.
        let lists_items = was_subject || names_sold_items(parts, index, part);
        if id == "items" && lists_items && is_sold_items(part) {
            self.sketch.sells |= part.folded.ends_with("sold");
            self.sketch.buys |= !self.sketch.sells;
            self.push_subject("item", part);
            return;
        }
        if self.take_per() {
            self.read_ratio(part, id);
            return;
        }
        if std::mem::take(&mut self.is_sort_next) {
            self.sketch.sort_measure = Some(id.to_owned());
        }
        if !self.sketch.measures.iter().any(|known| known == id) {
            self.sketch.measures.push(id.to_owned());
        }
        let says = |words: &[&str]| words.iter().any(|word| part.folded.contains(word));
        self.sketch.pays |= says(&["pay", "paid", "purchase"]);
        self.sketch.sells |= says(&["selling", "sold"]);
        self.is_subject_next = was_subject || id == "lowest_price";
        (self.compare, self.by) = (false, None);
    }

    /// `less this year than last`: a change of what is compared.
    fn read_compare(&mut self, parts: &[Part], index: usize, part: &Part, meaning: &Meaning) {
        self.read_flag(meaning, part);
        let next = next_content(parts, index).and_then(|next| parts.get(next));
        let is_period = next.is_some_and(|next| matches!(next.kind, PartKind::Period(_)));
        if part.folded == "than" && is_period && self.sketch.comparative.is_some() {
            self.sketch.change.clone_from(&self.sketch.comparative);
        }
    }

    fn read_weekday(&mut self, part: &Part, day: u32) {
        let not = self.not.take();
        self.sketch.weekdays.push(WeekdayMention {
            day,
            is_negated: not.is_some(),
            text: not.map_or_else(|| part.text.clone(), |not| format!("{not} {}", part.text)),
        });
    }

    fn read_unit(&mut self, part: &Part, unit: &str) {
        if self.take_per() {
            // "revenue per ton" is a price.
            match self.sketch.measures.as_mut_slice() {
                [only] if only == "revenue" || only == "spend" => {
                    self.sketch.sells |= only == "revenue";
                    self.sketch.pays |= only == "spend";
                    "avg_price".clone_into(only);
                }
                [only] if only == "avg_price" => {}
                _ => {
                    self.sketch.unused.push(format!("per {}", part.text));
                    return;
                }
            }
        }
        self.sketch.units.push((unit.to_owned(), part.text.clone()));
    }

    /// Whether `per` precedes, so that a ratio is meant.
    fn take_per(&mut self) -> bool {
        let is_per = |by: &mut String| by.eq_ignore_ascii_case("per");
        self.by.take_if(is_per).is_some()
    }

    /// `revenue per order` is a measure; other ratios are none.
    fn read_ratio(&mut self, part: &Part, id: &str) {
        match self.sketch.measures.as_mut_slice() {
            [only] if id == "orders" && only == "revenue" => "avg_order_value".clone_into(only),
            _ => self.sketch.unused.push(format!("per {}", part.text)),
        }
    }

    /// `out of stock`
    fn read_empty(&mut self, part: &Part) {
        self.sketch.measures.push("on_hand".to_owned());
        self.sketch.thresholds.push(Threshold {
            operator: "<=",
            digits: "0".to_owned(),
            is_money: false,
            is_percent: false,
            is_days: false,
            target: ThresholdTarget::Measure("on_hand".to_owned()),
            text: part.text.clone(),
        });
    }

    fn read_much(&mut self, parts: &[Part], index: usize) {
        self.sketch.asks_much = true;
        let next = parts.get(index + 1);
        self.sketch.asks_quantity =
            matches!(next.map(|next| &next.kind), Some(PartKind::Members(_)))
                || matches!(
                    meaning_of(next),
                    Some(Meaning::Category(_) | Meaning::Class(_))
                );
    }

    fn read_rank(&mut self, part: &Part, meaning: &Meaning) {
        let place = if *meaning == Meaning::Top {
            &mut self.sketch.top
        } else {
            &mut self.sketch.bottom
        };
        *place = Some(part.text.clone());
        self.sketch.judges |= matches!(
            part.folded.as_str(),
            "best" | "worst" | "poorest" | "weakest"
        );
        self.ranks_by_size = SIZE_WORDS.contains(&part.folded.as_str());
        self.ranks_by_count = COUNT_RANKS.contains(&part.folded.as_str());
        if self.sketch.top_text.is_empty() {
            self.sketch.top_text.clone_from(&part.text);
        }
        self.is_subject_next = true;
    }

    /// A category, or the items of a class.
    fn read_class(
        &mut self,
        parts: &[Part],
        index: usize,
        part: &Part,
        meaning: &Meaning,
        catalog: &MemberCatalog,
    ) {
        let candidate = match meaning {
            Meaning::Class(class) => find_class(class, catalog),
            Meaning::Category(category) => ("category".to_owned(), vec![category.clone()]),
            _ => return,
        };
        let mention = MemberMention {
            candidates: vec![candidate],
            is_full: true,
            is_negated: false,
            is_kind: false,
            is_joined: false,
            follows_and: false,
            text: part.text.clone(),
        };
        self.push_member(parts, index, mention);
    }

    /// Notes a word that needs none of its neighbors.
    fn read_flag(&mut self, meaning: &Meaning, part: &Part) {
        let text = || part.text.clone();
        match meaning {
            Meaning::Clear => self.sketch.clears = Some(text()),
            Meaning::Ascending => {
                self.sketch.judges |= part.folded == "worst first";
                self.sketch.ascending = Some(true);
            }
            Meaning::Descending => self.sketch.ascending = Some(false),
            Meaning::Derive(id) => {
                // "Iowa's share of urea sales"
                if id == "share" && self.was_member {
                    self.sketch.shared = self.sketch.members.len().checked_sub(1);
                }
                self.sketch.derive.push(id.clone());
            }
            Meaning::Compare => {
                self.sketch.compare = Some(text());
                self.compare = true;
            }
            Meaning::CompareYear => {
                if self.sketch.compares_year {
                    self.sketch.unused.push(text());
                }
                self.sketch.compares_year = true;
                self.sketch.compare_text = Some(text());
            }
            Meaning::ComparePeriod => {
                self.sketch.step = ["week", "month", "quarter"]
                    .into_iter()
                    .find(|unit| part.folded.starts_with(&format!("{unit} over {unit}")));
                self.sketch.compares_period = true;
                self.sketch.compare_text = Some(text());
            }
            Meaning::Rise => {
                self.sketch.direction = Some(Direction::Up);
                self.sketch.change = Some(text());
            }
            Meaning::Fall => {
                self.sketch.direction = Some(Direction::Down);
                self.sketch.change = Some(text());
            }
            Meaning::Change => self.sketch.change = Some(text()),
            Meaning::Why => {
                let is_repeated = std::mem::replace(&mut self.sketch.why, true);
                self.sketch.unused.extend(is_repeated.then(text));
            }
            Meaning::Sell => {
                self.sketch.sells = true;
                self.negate_purchase();
            }
            Meaning::Supply => {
                self.sketch.supplied = true;
                self.sketch.buys = true;
                self.negate_purchase();
            }
            Meaning::Stop => {
                self.sketch.buys = true;
                self.sketch.stops = true;
                self.sketch.negates_purchase = true;
                self.is_purchase_negated = true;
            }
            Meaning::Nothing => {
                self.sketch.negates_purchase = true;
                self.is_purchase_negated = true;
            }
            Meaning::Both => self.sketch.both = Some(text()),
            Meaning::Perform => self.sketch.performs = true,
            Meaning::Weekday(day) => self.read_weekday(part, *day),
            Meaning::Only => self.only = Some(text()),
            Meaning::Pay => self.sketch.pays = true,
            Meaning::Stock => self.sketch.stocks = true,
            Meaning::Count => self.sketch.counts = true,
            Meaning::Which => {
                self.sketch.asks_which = true;
                self.is_subject_next = true;
            }
            Meaning::Who => self.sketch.asks_who = true,
            Meaning::InPercent => self.sketch.in_percent = Some(text()),
            Meaning::InMoney => self.sketch.in_money = true,
            Meaning::WithoutReturns => self.sketch.without_returns = Some(text()),
            Meaning::UndefinedTime => self.sketch.undefined_times.push(text()),
            Meaning::Unit(unit) => self.read_unit(part, unit),
            _ => {}
        }
    }

    /// `did not buy`
    fn negate_purchase(&mut self) {
        let not = self.not.take();
        self.is_purchase_negated = not.is_some();
        // "bought seed but never bought urea"
        self.are_members_negated =
            not.is_some() && self.sketch.members.iter().any(MemberMention::names_line);
        self.sketch.negates_purchase |= self.is_purchase_negated && !self.are_members_negated;
        self.sketch.never |= not.is_some_and(|not| not.to_lowercase().contains("never"))
            && !self.are_members_negated;
    }

    /// `second biggest customer`
    fn read_ordinal(&mut self, parts: &[Part], index: usize, part: &Part) -> bool {
        let place = match part.folded.as_str() {
            "second" | "2nd" => 2,
            "third" | "3rd" => 3,
            "fourth" | "4th" => 4,
            "fifth" | "5th" => 5,
            _ => return false,
        };
        let next = parts.get(index + 1);
        let is_rank = matches!(meaning_of(next), Some(Meaning::Top | Meaning::Bottom))
            || next.is_some_and(|next| next.folded.starts_with("best "));
        if is_rank {
            self.sketch.limit = Some(place.to_string());
            self.sketch.top_text.clone_from(&part.text);
            self.sketch.ordinal = Some(part.text.clone());
        }
        is_rank
    }

    /// `biggest order`, `largest purchase`: the orders themselves are ranked.
    fn read_ranked_order(
        &mut self,
        parts: &[Part],
        index: usize,
        part: &Part,
        meaning: &Meaning,
    ) -> bool {
        if !self.ranks_by_size {
            return false;
        }
        let next = meaning_of(parts.get(index + 1));
        let is_order_next = matches!(next, Some(Meaning::Measure(id)) if id == "orders");
        let is_purchase = match (meaning, part.folded.as_str()) {
            // "largest purchase order"
            (_, "purchase") if is_order_next => {
                (self.sketch.buys, self.is_subject_next) = (true, true);
                return true;
            }
            (_, "purchase" | "purchases") => true,
            (Meaning::Measure(id), text) if id == "orders" => {
                self.sketch.buys || text.starts_with("purchase") || text.starts_with("po")
            }
            (_, "sale") => false,
            _ => return false,
        };
        let measure = if is_purchase { "spend" } else { "revenue" };
        self.sketch.pays |= is_purchase;
        self.sketch.measures.push(measure.to_owned());
        self.sketch.groups.push(GroupMention {
            dimension: "order".to_owned(),
            role: GroupRole::Subject,
            is_plural: part.is_plural,
            text: part.text.clone(),
        });
        true
    }

    /// `bought less this year`, `spent more than last year`
    fn read_comparative(&mut self, parts: &[Part], index: usize, part: &Part) {
        let sketch = &self.sketch;
        let amounts = ["revenue", "spend", "quantity", "orders"];
        let has_verb = sketch.sells
            || sketch.buys
            || sketch.pays
            || sketch
                .measures
                .iter()
                .any(|id| amounts.contains(&id.as_str()));
        if !has_verb {
            return;
        }
        self.sketch.comparative = Some(part.text.clone());
        let next = next_content(parts, index).and_then(|next| parts.get(next));
        if next.is_some_and(|next| matches!(next.kind, PartKind::Period(_))) {
            self.sketch.change = Some(part.text.clone());
        }
    }

    fn read_dimension(
        &mut self,
        parts: &[Part],
        index: usize,
        part: &Part,
        id: &str,
        is_subject: bool,
    ) {
        // "county Story"
        if let Some(PartKind::Members(found)) = parts.get(index + 1).map(|next| &next.kind)
            && !part.is_plural
            && self.by.is_none()
            && found.candidates.iter().any(|(known, _)| *known == id)
            && matches!(id, "county" | "state" | "location")
        {
            return;
        }
        let follows_all = index
            .checked_sub(1)
            .and_then(|before| parts.get(before))
            .is_some_and(|before| ALL_WORDS.contains(&before.folded.as_str()));
        let is_for_all = self.by.as_deref().is_some_and(|by| by.ends_with(" all"));
        if (follows_all || is_for_all) && part.is_plural {
            self.sketch.all_of.push(id.to_owned());
        }
        // "best selling item"
        if ["best", "top"]
            .iter()
            .any(|word| part.folded.starts_with(word))
        {
            self.sketch.top = Some(part.text.clone());
            if self.sketch.top_text.is_empty() {
                self.sketch.top_text.clone_from(&part.text);
            }
        }
        let is_adverb = part.folded.ends_with("ly") || part.folded == "over time";
        let is_time = crate::plan::is_time(id);
        let has_measure = !self.sketch.measures.is_empty()
            || self.sketch.counts
            || self.sketch.asks_much
            || self.sketch.sells
            || self.sketch.pays;
        let is_from = part.folded.starts_with("from ");
        // "how many states"
        let is_counted = index
            .checked_sub(1)
            .is_some_and(|before| meaning_of(parts.get(before)) == Some(&Meaning::Count));
        let role = if self.by.is_some() || is_adverb || is_from {
            GroupRole::By
        } else if is_subject || is_counted || (!has_measure && !is_time) {
            GroupRole::Subject
        } else {
            GroupRole::Mention
        };
        // "average of 4 orders of customers in the month" names no grouping.
        if is_time && role == GroupRole::Mention {
            self.sketch.unused.push(part.text.clone());
            return;
        }
        let goes_on = matches!(meaning_of(parts.get(index + 1)), Some(Meaning::And))
            && matches!(
                meaning_of(parts.get(index + 2)),
                Some(Meaning::Dimension(_))
            );
        let by = self.by.clone();
        if !goes_on && !(parts.get(index + 1).is_some_and(|next| next.after_break)) {
            self.by = None;
        }
        if self
            .sketch
            .groups
            .iter()
            .any(|known| known.dimension == id && known.role != GroupRole::Mention)
        {
            if let Some(by) = by {
                self.sketch.unused.push(format!("{by} {}", part.text));
            }
            return;
        }
        self.sketch.groups.push(GroupMention {
            dimension: id.to_owned(),
            role,
            is_plural: part.is_plural,
            text: match by {
                Some(by) => format!("{by} {}", part.text),
                None => part.text.clone(),
            },
        });
    }

    fn push_subject(&mut self, dimension: &str, part: &Part) {
        self.sketch.groups.push(GroupMention {
            dimension: dimension.to_owned(),
            role: GroupRole::Subject,
            is_plural: true,
            text: part.text.clone(),
        });
    }

    /// Both ends are thresholds of what follows the second one.
    fn read_number_range(&mut self, parts: &[Part], index: usize, part: &Part) {
        let Some(and) = parts.get(index + 2) else {
            return;
        };
        self.skip.insert(index + 2);
        self.read_operator(parts, index, part, ">=");
        self.read_operator(parts, index + 2, and, "<=");
        if let [.., first, second] = self.sketch.thresholds.as_mut_slice() {
            first.target = second.target.clone();
            first.is_money |= second.is_money;
            second.is_money |= first.is_money;
            first.is_percent |= second.is_percent;
            first.is_days |= second.is_days;
        }
    }

    /// An operator without a number: "over the last 6 months", "more than Boone".
    fn read_comparison(
        &mut self,
        parts: &[Part],
        index: usize,
        part: &Part,
        operator: &'static str,
    ) {
        let is_period = matches!(
            next_content(parts, index)
                .and_then(|next| parts.get(next))
                .map(|next| &next.kind),
            Some(PartKind::Period(_))
        );
        if is_period || operator == ">" {
            self.compare |= part.folded.ends_with("than");
            if part.folded.ends_with("than") {
                self.sketch.compare = Some(part.text.clone());
                let direction = if operator.starts_with('<') {
                    Direction::Down
                } else {
                    Direction::Up
                };
                self.sketch.direction.get_or_insert(direction);
                if is_period {
                    self.sketch.change = Some(part.text.clone());
                }
            }
        } else if operator == "<" && part.folded.ends_with("than") {
            self.compare = true;
            self.sketch.compare = Some(part.text.clone());
            self.sketch.direction = Some(Direction::Down);
        } else {
            self.sketch.unused.push(part.text.clone());
        }
    }

    fn read_operator(&mut self, parts: &[Part], index: usize, part: &Part, operator: &'static str) {
        let Some((place, number, typed)) = number_after(parts, index) else {
            self.read_comparison(parts, index, part, operator);
            return;
        };
        self.skip.insert(place);
        let mut is_percent = number.is_percent;
        let mut text = format!("{} {typed}", part.text);
        let mut after = place + 1;
        if matches!(meaning_of(parts.get(after)), Some(Meaning::InPercent)) {
            is_percent = true;
            self.skip.insert(after);
            after += 1;
        }
        let mut is_money = number.is_money;
        let mut digits = number.digits;
        let mut is_days = false;
        let mut target = ThresholdTarget::Main;
        while let Some(next) = parts.get(after) {
            match meaning_of(Some(next)) {
                Some(Meaning::InMoney) => {
                    is_money = true;
                    self.skip.insert(after);
                }
                Some(Meaning::Dimension(id)) if id == "day" => {
                    is_days = true;
                    text = format!("{text} {}", next.text);
                    self.skip.insert(after);
                }
                // "two weeks of cover"
                Some(Meaning::Dimension(id)) if id == "week" && digits.parse::<u32>().is_ok() => {
                    is_days = true;
                    digits = digits
                        .parse::<u32>()
                        .map_or(digits, |weeks| weeks.saturating_mul(7).to_string());
                    text = format!("{text} {}", next.text);
                    self.skip.insert(after);
                }
                // "ordered at least 20 times", "late more than 3 times"
                _ if matches!(next.folded.as_str(), "times" | "time") && !is_money => {
                    if self.sketch.measures.is_empty() {
                        target = ThresholdTarget::Measure("orders".to_owned());
                    }
                    text = format!("{text} {}", next.text);
                    self.skip.insert(after);
                    break;
                }
                meaning if count_of(meaning).is_some() && !is_money && !is_percent => {
                    if let Some(count) = count_of(meaning) {
                        target = ThresholdTarget::Measure(count.to_owned());
                    }
                    text = format!("{text} {}", next.text);
                    self.skip.insert(after);
                    break;
                }
                Some(Meaning::Measure(id)) => {
                    target = measure_target(id, is_percent);
                    text = format!("{text} {}", next.text);
                    self.skip.insert(after);
                    break;
                }
                Some(Meaning::Filler) if matches!(next.folded.as_str(), "of" | "in" | "total") => {}
                _ => break,
            }
            after += 1;
        }
        let before = index.checked_sub(1).and_then(|before| parts.get(before));
        if is_percent && self.sketch.change.is_some() {
            target = ThresholdTarget::ChangePercent;
        } else if target == ThresholdTarget::Main {
            match meaning_of(before) {
                // "lost more than $50k"
                Some(Meaning::Rise | Meaning::Fall) => target = ThresholdTarget::Change,
                // "orders over 10k" are orders of that amount.
                Some(Meaning::Measure(id)) if id == "orders" => {
                    is_money |= digits.len() > 3 && !is_days;
                }
                // "margin above 20% and revenue over 100k"
                Some(Meaning::Measure(id))
                    if names_several_measures(parts) && !counts_members(&self.sketch) =>
                {
                    target = measure_target(id, is_percent);
                }
                _ => {}
            }
        }
        self.sketch.thresholds.push(Threshold {
            operator,
            digits,
            is_money,
            is_percent,
            is_days,
            target,
            text,
        });
    }
}

/// A threshold of a measure. A percentage of the margin is another measure.
fn measure_target(id: &str, is_percent: bool) -> ThresholdTarget {
    let id = if is_percent && id == "gross_margin" {
        "gross_margin_percent"
    } else {
        id
    };
    ThresholdTarget::Measure(id.to_owned())
}

/// The number of an operator at `index`, with its place and text.
fn number_after(parts: &[Part], index: usize) -> Option<(usize, Number, String)> {
    // "more than one supplier"
    let counts_one = parts
        .get(index + 1)
        .is_some_and(|next| next.folded == "one")
        && count_of(meaning_of(parts.get(index + 2))).is_some();
    let next = if counts_one {
        Some(index + 1)
    } else {
        next_content(parts, index)
    };
    let next = next?;
    let part = parts.get(next)?;
    let number = match &part.kind {
        PartKind::Number(number) => number.clone(),
        PartKind::Phrase(Meaning::Filler) if part.folded == "one" => Number {
            digits: "1".to_owned(),
            is_money: false,
            is_percent: false,
        },
        PartKind::Phrase(Meaning::Dimension(id)) if id == "half" => Number {
            digits: "50".to_owned(),
            is_money: false,
            is_percent: true,
        },
        _ => return None,
    };
    Some((next, number, part.text.clone()))
}

/// Whether a number before a dimension is how many of its best or worst are asked for.
fn is_counted_rank(parts: &[Part], index: usize) -> bool {
    let next = parts.get(index + 1);
    matches!(meaning_of(next), Some(Meaning::Dimension(_)))
        && next.is_some_and(|part| part.is_plural)
        && parts
            .iter()
            .any(|part| matches!(meaning_of(Some(part)), Some(Meaning::Top | Meaning::Bottom)))
}

fn is_category(part: &Part) -> bool {
    match &part.kind {
        PartKind::Phrase(meaning) => matches!(meaning, Meaning::Category(_)),
        PartKind::Members(found) => found
            .candidates
            .iter()
            .any(|(known, _)| *known == "category"),
        _ => false,
    }
}

/// Whether the organization does what the verb at `index` says: `we bought`, `have we not bought`.
fn follows_we(parts: &[Part], index: usize) -> bool {
    let before = parts.get(..index).unwrap_or(&[]);
    let subject = before
        .iter()
        .rev()
        .find(|part| meaning_of(Some(part)) != Some(&Meaning::Not));
    subject.is_some_and(|part| part.folded.split(' ').next_back() == Some("we"))
}

/// Whether purchases are of a negated name right before: `without any seed purchases`.
fn follows_negated(sketch: &Sketch, parts: &[Part], index: usize, part: &Part) -> bool {
    let is_negated = sketch.members.last().is_some_and(|last| {
        last.is_negated
            && index > 0
            && parts
                .get(index - 1)
                .is_some_and(|before| last.text.ends_with(before.text.as_str()))
    });
    is_negated && part.folded.starts_with("purchase") && sketch.names_group("customer")
}

/// Whether "items sold" are what a condition is about, not a count.
fn names_sold_items(parts: &[Part], index: usize, part: &Part) -> bool {
    is_sold_items(part)
        && next_content(parts, index)
            .is_some_and(|next| matches!(meaning_of(parts.get(next)), Some(Meaning::Operator(_))))
}

/// Whether the first measure counts what the others are about: `how many customers spent`.
fn counts_members(sketch: &Sketch) -> bool {
    let first = sketch.measures.first();
    first.is_some_and(|id| matches!(id.as_str(), "customers" | "suppliers" | "items"))
}

fn names_several_measures(parts: &[Part]) -> bool {
    let is_measure = |part: &&Part| matches!(meaning_of(Some(part)), Some(Meaning::Measure(_)));
    parts.iter().filter(is_measure).count() > 1
}

/// Whether the part is about items by what was done to them: `items sold`.
fn is_sold_items(part: &Part) -> bool {
    ["sold", "purchased", "bought"]
        .iter()
        .any(|verb| part.folded.ends_with(verb))
}

fn follows_member(parts: &[Part], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| parts.get(before));
    before.is_some_and(|before| {
        matches!(before.kind, PartKind::Members(_))
            || meaning_of(Some(before)).is_some_and(is_line_phrase)
    })
}

/// Whether a phrase names what order lines are of.
fn is_line_phrase(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Category(_) | Meaning::Class(_))
}

/// Whether the next part is an attribute of the dimension: `customer state`.
fn is_owner_of_next(parts: &[Part], index: usize, part: &Part, id: &str) -> bool {
    let owned: &[&str] = match id {
        "customer" => &["state", "county", "crop", "salesperson"],
        "item" => &["category", "item_class", "brand"],
        _ => return false,
    };
    !part.is_plural
        && parts.get(index + 1).is_some_and(|next| {
            let id = meaning_of(Some(next));
            !next.after_break
                && matches!(id, Some(Meaning::Dimension(next)) if owned.contains(&next.as_str()))
        })
}

/// Whether a dimension in a list of measures is counted: `revenue, orders and customers by branch`.
fn is_listed_count(parts: &[Part], index: usize, part: &Part) -> bool {
    if count_of(meaning_of(Some(part))).is_none() || !part.is_plural {
        return false;
    }
    let is_measure = |place: Option<usize>| {
        let meaning = meaning_of(place.and_then(|place| parts.get(place)));
        matches!(meaning, Some(Meaning::Measure(_)))
    };
    let is_and = |place: Option<usize>| {
        matches!(
            meaning_of(place.and_then(|place| parts.get(place))),
            Some(Meaning::And)
        )
    };
    let (before, next) = (index.checked_sub(1), parts.get(index + 1));
    let follows_measure = (is_and(before) && is_measure(index.checked_sub(2)))
        || (part.after_break && is_measure(before));
    let is_last = next.is_none_or(|next| {
        matches!(next.kind, PartKind::Period(_))
            || matches!(meaning_of(Some(next)), Some(Meaning::By | Meaning::And))
    });
    let precedes_measure = (is_and(Some(index + 1)) && is_measure(Some(index + 2)))
        || (next.is_some_and(|next| next.after_break) && is_measure(Some(index + 1)));
    let is_grouped = parts
        .iter()
        .skip(index)
        .any(|part| meaning_of(Some(part)) == Some(&Meaning::By));
    (follows_measure && is_last) || (precedes_measure && is_grouped)
}

/// The measure that counts a dimension: `more than 3 suppliers`.
fn count_of(meaning: Option<&Meaning>) -> Option<&'static str> {
    match meaning {
        Some(Meaning::Dimension(id)) => match id.as_str() {
            "customer" => Some("customers"),
            "item" => Some("items"),
            "supplier" => Some("suppliers"),
            _ => None,
        },
        _ => None,
    }
}

/// `between $10k and $20k`
fn is_number_range(parts: &[Part], index: usize, part: &Part) -> bool {
    let is_number = |place: usize| {
        parts
            .get(place)
            .is_some_and(|part| matches!(part.kind, PartKind::Number(_)))
    };
    part.folded == "between"
        && is_number(index + 1)
        && meaning_of(parts.get(index + 2)) == Some(&Meaning::And)
        && is_number(index + 3)
}

/// Whether having none of it means that nothing was bought.
fn is_purchase(id: &str) -> bool {
    matches!(id, "spend" | "orders" | "revenue")
}

/// The organization's classes of this name; without one, its items with active ingredients of the
/// class.
fn find_class(class: &str, catalog: &MemberCatalog) -> (String, Vec<String>) {
    let names_class = |name: &&str| {
        crate::words::split_words(name)
            .iter()
            .any(|word| word.stem == class)
    };
    let find = |dimension: &str, is_wanted: &dyn Fn(&&str) -> bool| -> Vec<String> {
        let names = catalog.names_of(dimension);
        names.filter(is_wanted).map(ToOwned::to_owned).collect()
    };
    let classes = find("item_class", &names_class);
    if !classes.is_empty() {
        return ("item_class".to_owned(), classes);
    }
    let items = find("item", &|name| is_of_class(name, class));
    ("item".to_owned(), items)
}

fn is_of_class(name: &str, class: &str) -> bool {
    let folded = crate::words::fold_text(name);
    ingredients_of(class).iter().any(|ingredient| {
        folded
            .match_indices(ingredient.as_str())
            .any(|(start, found)| {
                let before = folded.get(..start).and_then(|text| text.chars().last());
                let after = folded
                    .get(start + found.len()..)
                    .and_then(|text| text.chars().next());
                let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
                is_edge(before) && is_edge(after)
            })
    })
}
