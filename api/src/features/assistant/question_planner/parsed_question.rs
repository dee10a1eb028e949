//! What a clause says, put together from its words: meanings, names, times, and values for
//! arguments.

use super::concept::{ConceptSet, Sense};
use super::lexicon::Slot;
use super::name_catalog::NameKind;
use super::time_phrase::{TimePhrase, TimeReference};
use super::tokenizer::{Token, TokenMeaning};
use crate::features::assistant::tool_registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

/// A name, or the names that the words may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameMention {
    pub text: String,
    pub is_full_name: bool,
    pub names: Vec<(NameKind, String)>,
}

impl NameMention {
    /// Names of this kind.
    pub(super) fn names_of_kind(&self, kind: NameKind) -> Vec<&str> {
        self.names
            .iter()
            .filter(|(of, _)| *of == kind)
            .map(|(_, name)| name.as_str())
            .collect()
    }
}

/// A time and its place among the words, to tell what is compared with what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TimeMention {
    pub position: usize,
    pub phrase: TimePhrase,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a turn of phrase of its own, and none excludes another"
)]
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ParsedQuestion {
    pub concepts: ConceptSet,
    pub categories: Vec<Category>,
    pub commodities: Vec<Commodity>,
    pub regions: Vec<Region>,
    pub impacts: Vec<Impact>,
    pub groups: Vec<GroupBy>,
    pub metrics: Vec<Metric>,
    pub formats: Vec<ReportFormat>,
    pub mentions: Vec<NameMention>,
    pub times: Vec<TimeMention>,
    /// Where `compared with` and its like stand.
    pub compared_at: Option<usize>,
    pub numbers: Vec<u32>,
    /// Words that gesture at a time without naming one.
    pub vague_words: Vec<String>,
    /// Words that nobody knows, and whether each looks like a name.
    pub unknown_words: Vec<(String, bool)>,
    /// Marks that carry a meaning.
    pub meaningful_tokens: usize,
    /// `top customer`, not `top customers`.
    pub is_singular: bool,
    /// Begins with how or where.
    pub asks_how: bool,
    /// Begins with "what is a": a definition, where a figure is named.
    pub is_definition: bool,
    /// Speaks of somebody named before: `they`, `their`.
    pub has_personal_pronoun: bool,
    /// Begins as a follow-up does.
    pub has_follow_up_marker: bool,
}

/// Trade nouns whose singular asks for one row.
const RANKED_CONCEPTS: ConceptSet =
    ConceptSet::from_slice(&[Sense::Product, Sense::Customer, Sense::Supplier]);
/// Figures of which the making can be explained.
pub(super) const EXPLAINABLE_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
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
const WEAK_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Sense::Marker,
    Sense::Pronoun,
    Sense::Ask,
    Sense::SoftExplain,
]);

impl ParsedQuestion {
    pub(super) fn from_tokens<'a>(marks: impl IntoIterator<Item = &'a Token>) -> Self {
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
                TokenMeaning::Names {
                    names,
                    is_full_name: whole,
                } => gist.add_name(mark, names, *whole),
                TokenMeaning::Time(phrase) => gist.add_time(at, *phrase),
                TokenMeaning::Trade {
                    concepts: senses,
                    slots: values,
                } => {
                    gist.has_personal_pronoun |= matches!(
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
                    gist.has_follow_up_marker |= at < 2 && senses.contains(Sense::Marker);
                    if senses.contains(Sense::Vague) {
                        gist.vague_words.push(mark.text.clone());
                    }
                    if senses.contains(Sense::HasCompare) {
                        gist.compared_at = gist.compared_at.or(Some(at));
                    }
                    if senses.intersects(RANKED_CONCEPTS) && mark.text != "clientele" {
                        if mark.text.ends_with('s') {
                            plural = true;
                        } else {
                            singular = true;
                        }
                    }
                    gist.concepts = gist.concepts.union(*senses);
                    for value in values {
                        gist.add_slot(*value);
                    }
                    gist.meaningful_tokens += usize::from(
                        !senses.difference(WEAK_CONCEPTS).is_empty() || !values.is_empty(),
                    );
                }
                TokenMeaning::Number(number) => {
                    gist.numbers.push(*number);
                    gist.concepts.insert(Sense::HasLimit);
                }
                TokenMeaning::Filler => {}
                TokenMeaning::Unknown => {
                    // A second unknown word right behind a first is the rest of its name.
                    let behind =
                        after_unknown && gist.unknown_words.last().is_some_and(|(_, named)| *named);
                    let led = (after_lead && mark.text.chars().count() > 3) || behind;
                    gist.unknown_words.push((
                        mark.text.clone(),
                        mark.is_capitalized
                            || (led && !super::spelling::is_common_word(&mark.text)),
                    ));
                }
            }
            after_unknown = mark.meaning == TokenMeaning::Unknown;
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
        gist.is_singular = singular && !plural;
        // "What is the success rate based on" asks for the making of a figure; "what is a bushel of
        // corn going for" does not.
        let wants_making = gist.concepts.intersects(ConceptSet::from_slice(&[
            Sense::SuccessRate,
            Sense::ConfidenceWord,
            Sense::ReorderPoint,
        ]));
        if gist.concepts.contains(Sense::SoftExplain)
            && gist.concepts.intersects(EXPLAINABLE_CONCEPTS)
            && (gist.asks_how
                || wants_making
                || (gist.is_definition && !gist.concepts.contains(Sense::AverageOrder)))
        {
            gist.concepts.insert(Sense::Explain);
        }
        gist
    }

    fn add_name(&mut self, mark: &Token, names: &[(NameKind, String)], whole: bool) {
        for (kind, _) in names {
            self.concepts.insert(match kind {
                NameKind::Item => Sense::NamedItem,
                NameKind::Customer => Sense::NamedCustomer,
                NameKind::Supplier => Sense::NamedSupplier,
                NameKind::Salesperson | NameKind::Location => Sense::NamedPlace,
            });
        }
        self.mentions.push(NameMention {
            text: mark.text.clone(),
            is_full_name: whole,
            names: names.to_vec(),
        });
        self.meaningful_tokens += 1;
    }

    fn add_time(&mut self, at: usize, phrase: TimePhrase) {
        match phrase.reference {
            TimeReference::Past(_) | TimeReference::Duration { .. } => {
                self.concepts.insert(Sense::HasPeriod)
            }
            TimeReference::YearAgo | TimeReference::PeriodAgo => {
                self.concepts.insert(Sense::HasCompare)
            }
            TimeReference::Future(_) => self.concepts.insert(Sense::Next),
            TimeReference::StepBack => {}
        }
        self.times.push(TimeMention {
            position: at,
            phrase,
        });
        self.meaningful_tokens += 1;
    }

    fn add_slot(&mut self, value: Slot) {
        fn push_unique<T: PartialEq>(list: &mut Vec<T>, value: T) {
            if !list.contains(&value) {
                list.push(value);
            }
        }
        match value {
            Slot::Category(category) => {
                self.concepts.insert(Sense::HasCategory);
                push_unique(&mut self.categories, category);
            }
            Slot::Commodity(commodity) => {
                self.concepts.insert(Sense::HasCommodity);
                if commodity.crop().is_some() {
                    self.concepts.insert(Sense::HasCrop);
                }
                push_unique(&mut self.commodities, commodity);
            }
            Slot::Region(region) => {
                self.concepts.insert(Sense::HasRegion);
                push_unique(&mut self.regions, region);
            }
            Slot::GroupBy(group) => {
                self.concepts.insert(Sense::HasGroup);
                push_unique(&mut self.groups, group);
            }
            Slot::Format(format) => {
                self.concepts.insert(Sense::HasFormat);
                push_unique(&mut self.formats, format);
            }
            Slot::Impact(impact) => push_unique(&mut self.impacts, impact),
            Slot::Metric(metric) => push_unique(&mut self.metrics, metric),
        }
    }

    pub(super) fn has_concept(&self, sense: Sense) -> bool {
        self.concepts.contains(sense)
    }

    /// Names of a kind that the clause mentions; a mention that fits several is left to a question
    /// back.
    pub(super) fn mentions_of_kind(&self, kind: NameKind) -> Vec<&NameMention> {
        self.mentions
            .iter()
            .filter(|mention| !mention.names_of_kind(kind).is_empty())
            .collect()
    }
}
