//! A question with two requests, taken apart where both sides ask for something of their own;
//! otherwise left whole.

use super::concept::{ConceptSet, Sense};
use super::intent::{Intent, detect_intent};
use super::parsed_question::{EXPLAINABLE_CONCEPTS, ParsedQuestion};
use super::tokenizer::Token;
use super::word_splitter::Gap;

/// One request with what it asks for, as far as that is plain.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    pub parsed: ParsedQuestion,
    pub intent: Option<Intent>,
    /// It leans on a word or a name of its neighbour ("top products and customers").
    pub borrowed: bool,
}

/// Words that a second request may leave unsaid: "top products and customers".
const SHARED_LEADS: ConceptSet = ConceptSet::from_slice(&[
    Sense::Top,
    Sense::Bottom,
    Sense::Low,
    Sense::RunOut,
    Sense::Reorder,
    Sense::Price,
    Sense::Trend,
    Sense::HowDoing,
    Sense::Sales,
    Sense::Lapsed,
    Sense::Spend,
]);
/// What a first request may leave to a second one: "price and yield of corn".
const SHARED_OBJECTS: ConceptSet = ConceptSet::from_slice(&[
    Sense::HasCategory,
    Sense::InputCategory,
    Sense::HasCommodity,
    Sense::HasCrop,
    Sense::HasRegion,
    Sense::NamedItem,
    Sense::NamedCustomer,
    Sense::NamedSupplier,
    Sense::Supplier,
    Sense::Customer,
]);

/// The requests of a question, in order; at least one.
pub(super) fn split_clauses(marks: &[Token]) -> Vec<Clause> {
    let mut clauses: Vec<(Vec<&Token>, Clause)> = Vec::new();
    for piece in split_pieces(marks) {
        let own = parse_clause(&piece);
        let Some((before_marks, before)) = clauses.last_mut() else {
            clauses.push((piece, own));
            continue;
        };
        if has_strong_intent(before.intent) && has_strong_intent(own.intent) {
            clauses.push((piece, own));
            continue;
        }
        if let Some(leaning) = complete_from_previous(before, &own) {
            clauses.push((piece, leaning));
            continue;
        }
        if let Some(completed) = complete_from_next(before, &own) {
            *before = completed;
            clauses.push((piece, own));
            continue;
        }
        before_marks.extend(piece);
        *before = parse_clause(before_marks);
    }
    clauses.into_iter().map(|(_, clause)| clause).collect()
}

fn parse_clause(marks: &[&Token]) -> Clause {
    let gist = ParsedQuestion::from_tokens(marks.iter().copied());
    Clause {
        intent: detect_intent(gist.concepts),
        parsed: gist,
        borrowed: false,
    }
}

fn has_strong_intent(intent: Option<Intent>) -> bool {
    intent.is_some_and(|intent| intent.is_strong())
}

/// "top products and customers": the second takes the first one's lead, if that makes it ask for
/// something else.
fn complete_from_previous(before: &Clause, own: &Clause) -> Option<Clause> {
    let lead = before.intent.filter(Intent::is_strong)?;
    // "What is our delivery rate, and how is it calculated?"
    if own.parsed.has_concept(Sense::Explain) && !has_strong_intent(own.intent) {
        let senses = own
            .parsed
            .concepts
            .union(before.parsed.concepts.intersection(
                EXPLAINABLE_CONCEPTS.union(ConceptSet::from_slice(&[Sense::OnTime, Sense::Spend])),
            ));
        let asked =
            detect_intent(senses).filter(|asked| asked.is_strong() && asked.tool != lead.tool)?;
        return Some(Clause {
            parsed: ParsedQuestion {
                concepts: senses,
                ..own.parsed.clone()
            },
            intent: Some(asked),
            borrowed: true,
        });
    }
    // "Who are our biggest vendors, and who is the slowest?"
    if !own
        .parsed
        .concepts
        .intersection(ConceptSet::from_slice(&[
            Sense::Slow,
            Sense::Fast,
            Sense::OnTime,
            Sense::LeadTime,
        ]))
        .is_empty()
        && !has_strong_intent(own.intent)
    {
        let senses = own
            .parsed
            .concepts
            .union(
                before
                    .parsed
                    .concepts
                    .intersection(ConceptSet::from_slice(&[
                        Sense::Supplier,
                        Sense::NamedSupplier,
                    ])),
            );
        let asked =
            detect_intent(senses).filter(|asked| asked.is_strong() && asked.tool != lead.tool)?;
        return Some(Clause {
            parsed: ParsedQuestion {
                concepts: senses,
                ..own.parsed.clone()
            },
            intent: Some(asked),
            borrowed: true,
        });
    }
    if has_strong_intent(own.intent)
        || own
            .parsed
            .concepts
            .intersection(ConceptSet::from_slice(&[
                Sense::Product,
                Sense::Customer,
                Sense::Supplier,
                Sense::Yield,
                Sense::LeadTime,
                Sense::OnTime,
            ]))
            .is_empty()
    {
        return None;
    }
    let leant = detect_intent(
        own.parsed
            .concepts
            .union(before.parsed.concepts.intersection(SHARED_LEADS)),
    )
    .filter(|leant| leant.is_strong() && leant.tool != lead.tool)?;
    Some(Clause {
        parsed: own.parsed.clone(),
        intent: Some(leant),
        borrowed: true,
    })
}

/// "price and yield of corn": the first is completed by the second one's object, if that makes it
/// ask for something else.
fn complete_from_next(before: &Clause, own: &Clause) -> Option<Clause> {
    let theirs = own.intent.filter(Intent::is_strong)?;
    before.intent.filter(|intent| !intent.is_strong())?;
    let whole = detect_intent(
        before
            .parsed
            .concepts
            .union(own.parsed.concepts.intersection(SHARED_OBJECTS)),
    )
    .filter(|whole| whole.is_strong() && whole.tool != theirs.tool)?;
    let mut gist = before.parsed.clone();
    gist.categories.clone_from(&own.parsed.categories);
    gist.commodities.clone_from(&own.parsed.commodities);
    gist.regions.clone_from(&own.parsed.regions);
    gist.mentions.clone_from(&own.parsed.mentions);
    gist.concepts = gist
        .concepts
        .union(own.parsed.concepts.intersection(SHARED_OBJECTS));
    Some(Clause {
        parsed: gist,
        intent: Some(whole),
        borrowed: true,
    })
}

/// The marks between joints: the ends of sentences, commas, and words that add.
fn split_pieces(marks: &[Token]) -> Vec<Vec<&Token>> {
    /// More pieces than anybody asks in: what is beyond belongs to the last.
    const MAX_PIECES: usize = 12;
    let mut pieces: Vec<Vec<&Token>> = Vec::new();
    for mark in marks {
        let joint = matches!(mark.text.as_str(), "and" | "also" | "plus" | "then" | "but");
        let full = pieces.len() >= MAX_PIECES;
        match pieces.last_mut() {
            Some(last) if full || (mark.gap < Gap::Comma && !joint) => last.push(mark),
            _ => pieces.push(vec![mark]),
        }
    }
    // A joint with nothing behind it is no piece of its own.
    let mut kept: Vec<Vec<&Token>> = Vec::new();
    for piece in pieces {
        let empty = ParsedQuestion::from_tokens(piece.iter().copied())
            .concepts
            .difference(ConceptSet::from_slice(&[Sense::Marker]))
            .is_empty();
        match kept.last_mut() {
            Some(last) if empty => last.extend(piece),
            _ => kept.push(piece),
        }
    }
    kept
}
