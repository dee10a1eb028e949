//! Combines the tokens of a clause: concepts, names, times and argument values.

use super::concept::{Concept, ConceptSet};
use super::lexicon::Slot;
use super::name_catalog::NameKind;
use super::time_phrase::{TimePhrase, TimeReference};
use super::tokenizer::{Token, TokenMeaning};
use crate::features::assistant::tool_registry::{
    Category, Commodity, GroupBy, Impact, Metric, Region, ReportFormat,
};

/// A name, or several names that the words could refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameMention {
    pub text: String,
    pub is_full_name: bool,
    pub names: Vec<(NameKind, String)>,
}

impl NameMention {
    /// Names of a kind.
    pub(super) fn names_of_kind(&self, kind: NameKind) -> Vec<&str> {
        self.names
            .iter()
            .filter(|(name_kind, _)| *name_kind == kind)
            .map(|(_, name)| name.as_str())
            .collect()
    }
}

/// A time expression and its position, needed to determine what is compared with what.
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
    /// Position of `compared with` or an equivalent.
    pub compared_at: Option<usize>,
    pub numbers: Vec<u32>,
    /// Time expressions without a definite period.
    pub vague_words: Vec<String>,
    /// Unknown words, and whether each could be a name.
    pub unknown_words: Vec<(String, bool)>,
    /// Number of tokens with a meaning.
    pub meaningful_tokens: usize,
    /// `top customer`, not `top customers`.
    pub is_singular: bool,
    /// Starts with "how" or "where".
    pub asks_how: bool,
    /// Starts with "what is a": asks for a definition if a figure is named.
    pub is_definition: bool,
    /// Has a pronoun for persons: `they`, `their`.
    pub has_personal_pronoun: bool,
    /// Starts like a follow-up.
    pub has_follow_up_marker: bool,
}

/// Nouns whose singular asks for one row.
const RANKED_CONCEPTS: ConceptSet =
    ConceptSet::from_slice(&[Concept::Product, Concept::Customer, Concept::Supplier]);
/// Figures that can be explained.
pub(super) const EXPLAINABLE_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Concept::ReorderPoint,
    Concept::SuccessRate,
    Concept::Accuracy,
    Concept::ConfidenceWord,
    Concept::AverageOrder,
    Concept::SupplierCount,
    Concept::DeliveryRate,
    Concept::Index,
    Concept::TotalSpend,
    Concept::Active,
]);
/// Concepts that give neither an intent nor a subject.
const WEAK_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Concept::Marker,
    Concept::Pronoun,
    Concept::Ask,
    Concept::SoftExplain,
]);

const PERSONAL_PRONOUNS: &[&str] = &[
    "they", "them", "their", "theirs", "he", "she", "him", "his", "her", "theyre", "theyll",
    "theyve",
];
/// Words that are often followed by a name.
const NAME_LEADS: &[&str] = &[
    "with", "from", "for", "about", "to", "is", "did", "does", "will", "has", "at",
];

/// The last words of operators before a number: `more than 3`, `at least 20`.
const OPERATOR_ENDS: &[&str] = &[
    "than",
    "over",
    "under",
    "above",
    "below",
    "least",
    "exceeding",
];

impl ParsedQuestion {
    pub(super) fn from_tokens<'a>(tokens: impl IntoIterator<Item = &'a Token>) -> Self {
        let mut parsed = Self::default();
        let mut plural = false;
        let mut singular = false;
        let mut after_lead = false;
        let mut after_unknown = false;
        let mut after_operator = false;
        for (index, token) in tokens.into_iter().enumerate() {
            parsed.is_definition |= index < 2
                && matches!(
                    token.text.as_str(),
                    "what is a" | "what is an" | "whats a" | "whats an" | "what exactly is"
                );
            parsed.asks_how |=
                index < 3 && (token.text.starts_with("how") || token.text.starts_with("where"));
            match &token.meaning {
                TokenMeaning::Names {
                    names,
                    is_full_name,
                } => parsed.add_name(token, names, *is_full_name),
                TokenMeaning::Time(phrase) => parsed.add_time(index, *phrase),
                TokenMeaning::Trade { concepts, slots } => {
                    if concepts.intersects(RANKED_CONCEPTS) && token.text != "clientele" {
                        if token.text.ends_with('s') {
                            plural = true;
                        } else {
                            singular = true;
                        }
                    }
                    parsed.add_trade_term(index, token, *concepts, slots);
                }
                TokenMeaning::Number(number) if !after_operator => {
                    parsed.numbers.push(*number);
                    parsed.concepts.insert(Concept::HasLimit);
                }
                // A condition, which no tool has.
                TokenMeaning::Number(_) => parsed.unknown_words.push((token.text.clone(), false)),
                TokenMeaning::Filler => {}
                TokenMeaning::Unknown => {
                    // A second unknown word directly after a first one continues the name.
                    let continues_name = after_unknown
                        && parsed.unknown_words.last().is_some_and(|(_, named)| *named);
                    let may_be_name =
                        (after_lead && token.text.chars().count() > 3) || continues_name;
                    parsed.unknown_words.push((
                        token.text.clone(),
                        token.is_capitalized
                            || (may_be_name && !questions::is_common_word(&token.text)),
                    ));
                }
            }
            after_unknown = token.meaning == TokenMeaning::Unknown;
            after_lead = NAME_LEADS.contains(&token.text.as_str());
            let last_word = token.text.rsplit(' ').next().unwrap_or_default();
            after_operator = OPERATOR_ENDS.contains(&last_word);
        }
        parsed.is_singular = singular && !plural;
        // "What is the success rate based on" asks for an explanation; "what is a bushel of corn
        // going for" does not.
        let asks_for_method = parsed.concepts.intersects(ConceptSet::from_slice(&[
            Concept::SuccessRate,
            Concept::ConfidenceWord,
            Concept::ReorderPoint,
        ]));
        if parsed.concepts.contains(Concept::SoftExplain)
            && parsed.concepts.intersects(EXPLAINABLE_CONCEPTS)
            && (parsed.asks_how
                || asks_for_method
                || (parsed.is_definition && !parsed.concepts.contains(Concept::AverageOrder)))
        {
            parsed.concepts.insert(Concept::Explain);
        }
        parsed
    }

    fn add_trade_term(
        &mut self,
        index: usize,
        token: &Token,
        concepts: ConceptSet,
        slots: &[Slot],
    ) {
        self.has_personal_pronoun |= PERSONAL_PRONOUNS.contains(&token.text.as_str());
        self.has_follow_up_marker |= index < 2 && concepts.contains(Concept::Marker);
        if concepts.contains(Concept::Vague) {
            self.vague_words.push(token.text.clone());
        }
        if concepts.contains(Concept::HasCompare) {
            self.compared_at = self.compared_at.or(Some(index));
        }
        self.concepts = self.concepts.union(concepts);
        for slot in slots {
            self.add_slot(*slot);
        }
        self.meaningful_tokens +=
            usize::from(!concepts.difference(WEAK_CONCEPTS).is_empty() || !slots.is_empty());
    }

    fn add_name(&mut self, token: &Token, names: &[(NameKind, String)], is_full_name: bool) {
        for (kind, _) in names {
            self.concepts.insert(match kind {
                NameKind::Item => Concept::NamedItem,
                NameKind::Customer => Concept::NamedCustomer,
                NameKind::Supplier => Concept::NamedSupplier,
                NameKind::Salesperson | NameKind::Location => Concept::NamedPlace,
            });
        }
        self.mentions.push(NameMention {
            text: token.text.clone(),
            is_full_name,
            names: names.to_vec(),
        });
        self.meaningful_tokens += 1;
    }

    fn add_time(&mut self, index: usize, phrase: TimePhrase) {
        match phrase.reference {
            TimeReference::Past(_) | TimeReference::Duration { .. } => {
                self.concepts.insert(Concept::HasPeriod);
            }
            TimeReference::YearAgo | TimeReference::PeriodAgo => {
                self.concepts.insert(Concept::HasCompare);
            }
            TimeReference::Future(_) => self.concepts.insert(Concept::Next),
            TimeReference::StepBack => {}
        }
        self.times.push(TimeMention {
            position: index,
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
                self.concepts.insert(Concept::HasCategory);
                push_unique(&mut self.categories, category);
            }
            Slot::Commodity(commodity) => {
                self.concepts.insert(Concept::HasCommodity);
                if commodity.crop().is_some() {
                    self.concepts.insert(Concept::HasCrop);
                }
                push_unique(&mut self.commodities, commodity);
            }
            Slot::Region(region) => {
                self.concepts.insert(Concept::HasRegion);
                push_unique(&mut self.regions, region);
            }
            Slot::GroupBy(group) => {
                self.concepts.insert(Concept::HasGroup);
                push_unique(&mut self.groups, group);
            }
            Slot::Format(format) => {
                self.concepts.insert(Concept::HasFormat);
                push_unique(&mut self.formats, format);
            }
            Slot::Impact(impact) => push_unique(&mut self.impacts, impact),
            Slot::Metric(metric) => push_unique(&mut self.metrics, metric),
        }
    }

    pub(super) fn has_concept(&self, concept: Concept) -> bool {
        self.concepts.contains(concept)
    }

    /// Mentions of names of a kind. A mention can match several names.
    pub(super) fn mentions_of_kind(&self, kind: NameKind) -> Vec<&NameMention> {
        self.mentions
            .iter()
            .filter(|mention| !mention.names_of_kind(kind).is_empty())
            .collect()
    }
}
