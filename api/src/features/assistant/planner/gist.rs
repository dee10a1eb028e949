//! What a clause says, put together from its words: meanings, names, times, and values for
//! arguments.

use super::lexicon::SlotValue;
use super::names::NameKind;
use super::reading::{Mark, Meaning};
use super::sense::{Sense, Senses};
use super::when::{TimePhrase, When};
use crate::features::assistant::registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

/// A name, or the names that the words may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mention {
    pub said: String,
    pub whole: bool,
    pub names: Vec<(NameKind, String)>,
}

impl Mention {
    /// Names of this kind.
    pub(super) fn of(&self, kind: NameKind) -> Vec<&str> {
        self.names
            .iter()
            .filter(|(of, _)| *of == kind)
            .map(|(_, name)| name.as_str())
            .collect()
    }
}

/// A time and its place among the words, to tell what is compared with what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Timed {
    pub at: usize,
    pub phrase: TimePhrase,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a turn of phrase of its own, and none excludes another"
)]
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Gist {
    pub senses: Senses,
    pub categories: Vec<Category>,
    pub commodities: Vec<Commodity>,
    pub regions: Vec<Region>,
    pub impacts: Vec<Impact>,
    pub groups: Vec<GroupBy>,
    pub metrics: Vec<Metric>,
    pub formats: Vec<ReportFormat>,
    pub mentions: Vec<Mention>,
    pub times: Vec<Timed>,
    /// Where `compared with` and its like stand.
    pub compared_at: Option<usize>,
    pub numbers: Vec<u32>,
    /// Words that gesture at a time without naming one.
    pub vague: Vec<String>,
    /// Words that nobody knows, and whether each looks like a name.
    pub unknown: Vec<(String, bool)>,
    /// Marks that carry a meaning.
    pub told: usize,
    /// `top customer`, not `top customers`.
    pub singular: bool,
    /// Begins with how or where.
    pub asks_how: bool,
    /// Begins with "what is a": a definition, where a figure is named.
    pub is_definition: bool,
    /// Speaks of somebody named before: `they`, `their`.
    pub personal: bool,
    /// Begins as a follow-up does.
    pub marked: bool,
}

/// Trade nouns whose singular asks for one row.
const RANKED: Senses = Senses::of(&[Sense::Product, Sense::Customer, Sense::Supplier]);
/// Figures of which the making can be explained.
pub(super) const EXPLAINABLE: Senses = Senses::of(&[
    Sense::ReorderPoint,
    Sense::SuccessRate,
    Sense::Accuracy,
    Sense::ConfidenceWord,
    Sense::AverageOrder,
    Sense::SupplierCount,
    Sense::DeliveryRate,
    Sense::Index,
    Sense::TotalSpend,
    Sense::Active,
]);
/// Words that say neither what is asked for nor about what.
const FAINT: Senses = Senses::of(&[
    Sense::Marker,
    Sense::Pronoun,
    Sense::Ask,
    Sense::SoftExplain,
]);

impl Gist {
    pub(super) fn of<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Self {
        let mut gist = Self::default();
        let mut plural = false;
        let mut singular = false;
        let mut after_lead = false;
        let mut after_unknown = false;
        for (at, mark) in marks.into_iter().enumerate() {
            gist.is_definition |= at < 2
                && matches!(
                    mark.text.as_str(),
                    "what is a" | "what is an" | "whats a" | "whats an" | "what exactly is"
                );
            gist.asks_how |=
                at < 3 && (mark.text.starts_with("how") || mark.text.starts_with("where"));
            match &mark.meaning {
                Meaning::Names { names, whole } => gist.name(mark, names, *whole),
                Meaning::Time(phrase) => gist.time(at, *phrase),
                Meaning::Trade { senses, values } => {
                    gist.personal |= matches!(
                        mark.text.as_str(),
                        "they"
                            | "them"
                            | "their"
                            | "theirs"
                            | "he"
                            | "she"
                            | "him"
                            | "his"
                            | "her"
                            | "theyre"
                            | "theyll"
                            | "theyve"
                    );
                    gist.marked |= at < 2 && senses.has(Sense::Marker);
                    if senses.has(Sense::Vague) {
                        gist.vague.push(mark.text.clone());
                    }
                    if senses.has(Sense::HasCompare) {
                        gist.compared_at = gist.compared_at.or(Some(at));
                    }
                    if senses.has_any(RANKED) && mark.text != "clientele" {
                        if mark.text.ends_with('s') {
                            plural = true;
                        } else {
                            singular = true;
                        }
                    }
                    gist.senses = gist.senses.with(*senses);
                    for value in values {
                        gist.value(*value);
                    }
                    gist.told +=
                        usize::from(!senses.without(FAINT).is_empty() || !values.is_empty());
                }
                Meaning::Number(number) => {
                    gist.numbers.push(*number);
                    gist.senses.add(Sense::HasLimit);
                }
                Meaning::Filler => {}
                Meaning::Unknown => {
                    // A second unknown word right behind a first is the rest of its name.
                    let behind =
                        after_unknown && gist.unknown.last().is_some_and(|(_, named)| *named);
                    let led = (after_lead && mark.text.chars().count() > 3) || behind;
                    gist.unknown.push((
                        mark.text.clone(),
                        mark.capital || (led && !super::repair::is_common(&mark.text)),
                    ));
                }
            }
            after_unknown = mark.meaning == Meaning::Unknown;
            after_lead = matches!(
                mark.text.as_str(),
                "with"
                    | "from"
                    | "for"
                    | "about"
                    | "to"
                    | "is"
                    | "did"
                    | "does"
                    | "will"
                    | "has"
                    | "at"
            );
        }
        gist.singular = singular && !plural;
        // "What is the success rate based on" asks for the making of a figure; "what is a bushel of
        // corn going for" does not.
        let wants_making = gist.senses.has_any(Senses::of(&[
            Sense::SuccessRate,
            Sense::ConfidenceWord,
            Sense::ReorderPoint,
        ]));
        if gist.senses.has(Sense::SoftExplain)
            && gist.senses.has_any(EXPLAINABLE)
            && (gist.asks_how
                || wants_making
                || (gist.is_definition && !gist.senses.has(Sense::AverageOrder)))
        {
            gist.senses.add(Sense::Explain);
        }
        gist
    }

    fn name(&mut self, mark: &Mark, names: &[(NameKind, String)], whole: bool) {
        for (kind, _) in names {
            self.senses.add(match kind {
                NameKind::Item => Sense::NamedItem,
                NameKind::Customer => Sense::NamedCustomer,
                NameKind::Supplier => Sense::NamedSupplier,
                NameKind::Salesperson | NameKind::Location => Sense::NamedPlace,
            });
        }
        self.mentions.push(Mention {
            said: mark.text.clone(),
            whole,
            names: names.to_vec(),
        });
        self.told += 1;
    }

    fn time(&mut self, at: usize, phrase: TimePhrase) {
        match phrase.when {
            When::Past(_) | When::Length { .. } => self.senses.add(Sense::HasPeriod),
            When::YearAgo | When::PeriodAgo => self.senses.add(Sense::HasCompare),
            When::Ahead(_) => self.senses.add(Sense::Next),
            When::Before => {}
        }
        self.times.push(Timed { at, phrase });
        self.told += 1;
    }

    fn value(&mut self, value: SlotValue) {
        fn keep<T: PartialEq>(list: &mut Vec<T>, value: T) {
            if !list.contains(&value) {
                list.push(value);
            }
        }
        match value {
            SlotValue::Category(category) => {
                self.senses.add(Sense::HasCategory);
                keep(&mut self.categories, category);
            }
            SlotValue::Commodity(commodity) => {
                self.senses.add(Sense::HasCommodity);
                if commodity.crop().is_some() {
                    self.senses.add(Sense::HasCrop);
                }
                keep(&mut self.commodities, commodity);
            }
            SlotValue::Region(region) => {
                self.senses.add(Sense::HasRegion);
                keep(&mut self.regions, region);
            }
            SlotValue::GroupBy(group) => {
                self.senses.add(Sense::HasGroup);
                keep(&mut self.groups, group);
            }
            SlotValue::Format(format) => {
                self.senses.add(Sense::HasFormat);
                keep(&mut self.formats, format);
            }
            SlotValue::Impact(impact) => keep(&mut self.impacts, impact),
            SlotValue::Metric(metric) => keep(&mut self.metrics, metric),
        }
    }

    pub(super) fn has(&self, sense: Sense) -> bool {
        self.senses.has(sense)
    }

    /// Names of a kind that the clause mentions; a mention that fits several is left to a question
    /// back.
    pub(super) fn mentioned(&self, kind: NameKind) -> Vec<&Mention> {
        self.mentions
            .iter()
            .filter(|mention| !mention.of(kind).is_empty())
            .collect()
    }
}
