//! Splits a question into clauses where both sides ask for something of their own.

use super::concept::{Concept, ConceptSet};
use super::intent::{Intent, detect_intent};
use super::parsed_question::{EXPLAINABLE_CONCEPTS, ParsedQuestion};
use super::tokenizer::Token;
use super::word_splitter::Gap;

/// One clause of a question with its intent, if it has a clear one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    pub parsed: ParsedQuestion,
    pub intent: Option<Intent>,
    /// Depends on a word or a name of a neighboring clause ("top products and customers").
    pub borrowed: bool,
}

/// Concepts that a second clause can take from the first: "top products and customers".
const SHARED_LEADS: ConceptSet = ConceptSet::from_slice(&[
    Concept::Top,
    Concept::Bottom,
    Concept::Low,
    Concept::RunOut,
    Concept::Reorder,
    Concept::Price,
    Concept::Trend,
    Concept::HowDoing,
    Concept::Sales,
    Concept::Lapsed,
    Concept::Spend,
]);
/// Concepts that a first clause can take from the second: "price and yield of corn".
const SHARED_OBJECTS: ConceptSet = ConceptSet::from_slice(&[
    Concept::HasCategory,
    Concept::InputCategory,
    Concept::HasCommodity,
    Concept::HasCrop,
    Concept::HasRegion,
    Concept::NamedItem,
    Concept::NamedCustomer,
    Concept::NamedSupplier,
    Concept::Supplier,
    Concept::Customer,
]);

/// Splits a question into its clauses, in order; at least one.
pub(super) fn split_clauses(tokens: &[Token]) -> Vec<Clause> {
    let mut clauses: Vec<(Vec<&Token>, Clause)> = Vec::new();
    for piece in split_pieces(tokens) {
        let own = parse_clause(&piece);
        let Some((previous_tokens, before)) = clauses.last_mut() else {
            clauses.push((piece, own));
            continue;
        };
        if has_strong_intent(before.intent) && has_strong_intent(own.intent) {
            clauses.push((piece, own));
            continue;
        }
        if let Some(completed) = complete_from_previous(before, &own) {
            clauses.push((piece, completed));
            continue;
        }
        if let Some(completed) = complete_from_next(before, &own) {
            *before = completed;
            clauses.push((piece, own));
            continue;
        }
        previous_tokens.extend(piece);
        *before = parse_clause(previous_tokens);
    }
    clauses.into_iter().map(|(_, clause)| clause).collect()
}

fn parse_clause(tokens: &[&Token]) -> Clause {
    let parsed = ParsedQuestion::from_tokens(tokens.iter().copied());
    Clause {
        intent: detect_intent(parsed.concepts),
        parsed,
        borrowed: false,
    }
}

fn has_strong_intent(intent: Option<Intent>) -> bool {
    intent.is_some_and(|intent| intent.is_strong())
}

/// Completes a clause with the lead of the previous one ("top products and customers"), if it then
/// asks for another tool.
fn complete_from_previous(before: &Clause, own: &Clause) -> Option<Clause> {
    let previous_intent = before.intent.filter(Intent::is_strong)?;
    // "What is our delivery rate, and how is it calculated?"
    if own.parsed.has_concept(Concept::Explain) && !has_strong_intent(own.intent) {
        let concepts =
            own.parsed.concepts.union(
                before.parsed.concepts.intersection(
                    EXPLAINABLE_CONCEPTS
                        .union(ConceptSet::from_slice(&[Concept::OnTime, Concept::Spend])),
                ),
            );
        let intent = detect_intent(concepts)
            .filter(|intent| intent.is_strong() && intent.tool != previous_intent.tool)?;
        return Some(Clause {
            parsed: ParsedQuestion {
                concepts,
                ..own.parsed.clone()
            },
            intent: Some(intent),
            borrowed: true,
        });
    }
    // "Who are our biggest vendors, and who is the slowest?"
    if !own
        .parsed
        .concepts
        .intersection(ConceptSet::from_slice(&[
            Concept::Slow,
            Concept::Fast,
            Concept::OnTime,
            Concept::LeadTime,
        ]))
        .is_empty()
        && !has_strong_intent(own.intent)
    {
        let concepts = own
            .parsed
            .concepts
            .union(
                before
                    .parsed
                    .concepts
                    .intersection(ConceptSet::from_slice(&[
                        Concept::Supplier,
                        Concept::NamedSupplier,
                    ])),
            );
        let intent = detect_intent(concepts)
            .filter(|intent| intent.is_strong() && intent.tool != previous_intent.tool)?;
        return Some(Clause {
            parsed: ParsedQuestion {
                concepts,
                ..own.parsed.clone()
            },
            intent: Some(intent),
            borrowed: true,
        });
    }
    if has_strong_intent(own.intent)
        || own
            .parsed
            .concepts
            .intersection(ConceptSet::from_slice(&[
                Concept::Product,
                Concept::Customer,
                Concept::Supplier,
                Concept::Yield,
                Concept::LeadTime,
                Concept::OnTime,
            ]))
            .is_empty()
    {
        return None;
    }
    let intent = detect_intent(
        own.parsed
            .concepts
            .union(before.parsed.concepts.intersection(SHARED_LEADS)),
    )
    .filter(|intent| intent.is_strong() && intent.tool != previous_intent.tool)?;
    Some(Clause {
        parsed: own.parsed.clone(),
        intent: Some(intent),
        borrowed: true,
    })
}

/// Completes a clause with the object of the next one ("price and yield of corn"), if it then asks
/// for another tool.
fn complete_from_next(before: &Clause, own: &Clause) -> Option<Clause> {
    let next_intent = own.intent.filter(Intent::is_strong)?;
    before.intent.filter(|intent| !intent.is_strong())?;
    let completed_intent = detect_intent(
        before
            .parsed
            .concepts
            .union(own.parsed.concepts.intersection(SHARED_OBJECTS)),
    )
    .filter(|completed_intent| {
        completed_intent.is_strong() && completed_intent.tool != next_intent.tool
    })?;
    let mut parsed = before.parsed.clone();
    parsed.categories.clone_from(&own.parsed.categories);
    parsed.commodities.clone_from(&own.parsed.commodities);
    parsed.regions.clone_from(&own.parsed.regions);
    parsed.mentions.clone_from(&own.parsed.mentions);
    parsed.concepts = parsed
        .concepts
        .union(own.parsed.concepts.intersection(SHARED_OBJECTS));
    Some(Clause {
        parsed,
        intent: Some(completed_intent),
        borrowed: true,
    })
}

/// Splits tokens at sentence ends, commas and conjunctions.
fn split_pieces(tokens: &[Token]) -> Vec<Vec<&Token>> {
    /// Later pieces are joined to the last one.
    const MAX_PIECES: usize = 12;
    let mut pieces: Vec<Vec<&Token>> = Vec::new();
    for token in tokens {
        let joint = matches!(
            token.text.as_str(),
            "and" | "also" | "plus" | "then" | "but"
        );
        let full = pieces.len() >= MAX_PIECES;
        match pieces.last_mut() {
            Some(last) if full || (token.gap < Gap::Comma && !joint) => last.push(token),
            _ => pieces.push(vec![token]),
        }
    }
    // A conjunction without content belongs to the piece before.
    let mut merged: Vec<Vec<&Token>> = Vec::new();
    for piece in pieces {
        let empty = ParsedQuestion::from_tokens(piece.iter().copied())
            .concepts
            .difference(ConceptSet::from_slice(&[Concept::Marker]))
            .is_empty();
        match merged.last_mut() {
            Some(last) if empty => last.extend(piece),
            _ => merged.push(piece),
        }
    }
    merged
}
