//! A question with two requests, taken apart where both sides ask for something of their own;
//! otherwise left whole.

use super::gist::{EXPLAINABLE, Gist};
use super::intents::{Intent, intent};
use super::reading::Mark;
use super::sense::{Sense, Senses};
use super::words::Gap;

/// One request with what it asks for, as far as that is plain.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clause {
    pub gist: Gist,
    pub intent: Option<Intent>,
    /// It leans on a word or a name of its neighbour ("top products and customers").
    pub borrowed: bool,
}

/// Words that a second request may leave unsaid: "top products and customers".
const SHARED_LEADS: Senses = Senses::of(&[
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
const SHARED_OBJECTS: Senses = Senses::of(&[
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
pub(super) fn clauses(marks: &[Mark]) -> Vec<Clause> {
    let mut clauses: Vec<(Vec<&Mark>, Clause)> = Vec::new();
    for piece in pieces(marks) {
        let own = read(&piece);
        let Some((before_marks, before)) = clauses.last_mut() else {
            clauses.push((piece, own));
            continue;
        };
        if asks(before.intent) && asks(own.intent) {
            clauses.push((piece, own));
            continue;
        }
        if let Some(leaning) = leaning(before, &own) {
            clauses.push((piece, leaning));
            continue;
        }
        if let Some(completed) = completed(before, &own) {
            *before = completed;
            clauses.push((piece, own));
            continue;
        }
        before_marks.extend(piece);
        *before = read(before_marks);
    }
    clauses.into_iter().map(|(_, clause)| clause).collect()
}

fn read(marks: &[&Mark]) -> Clause {
    let gist = Gist::of(marks.iter().copied());
    Clause {
        intent: intent(gist.senses),
        gist,
        borrowed: false,
    }
}

fn asks(intent: Option<Intent>) -> bool {
    intent.is_some_and(|intent| intent.is_strong())
}

/// "top products and customers": the second takes the first one's lead, if that makes it ask for
/// something else.
fn leaning(before: &Clause, own: &Clause) -> Option<Clause> {
    let lead = before.intent.filter(Intent::is_strong)?;
    // "What is our delivery rate, and how is it calculated?"
    if own.gist.has(Sense::Explain) && !asks(own.intent) {
        let senses = own.gist.senses.with(
            before
                .gist
                .senses
                .only(EXPLAINABLE.with(Senses::of(&[Sense::OnTime, Sense::Spend]))),
        );
        let asked = intent(senses).filter(|asked| asked.is_strong() && asked.tool != lead.tool)?;
        return Some(Clause {
            gist: Gist {
                senses,
                ..own.gist.clone()
            },
            intent: Some(asked),
            borrowed: true,
        });
    }
    // "Who are our biggest vendors, and who is the slowest?"
    if !own
        .gist
        .senses
        .only(Senses::of(&[
            Sense::Slow,
            Sense::Fast,
            Sense::OnTime,
            Sense::LeadTime,
        ]))
        .is_empty()
        && !asks(own.intent)
    {
        let senses = own.gist.senses.with(
            before
                .gist
                .senses
                .only(Senses::of(&[Sense::Supplier, Sense::NamedSupplier])),
        );
        let asked = intent(senses).filter(|asked| asked.is_strong() && asked.tool != lead.tool)?;
        return Some(Clause {
            gist: Gist {
                senses,
                ..own.gist.clone()
            },
            intent: Some(asked),
            borrowed: true,
        });
    }
    if asks(own.intent)
        || own
            .gist
            .senses
            .only(Senses::of(&[
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
    let leant = intent(own.gist.senses.with(before.gist.senses.only(SHARED_LEADS)))
        .filter(|leant| leant.is_strong() && leant.tool != lead.tool)?;
    Some(Clause {
        gist: own.gist.clone(),
        intent: Some(leant),
        borrowed: true,
    })
}

/// "price and yield of corn": the first is completed by the second one's object, if that makes it
/// ask for something else.
fn completed(before: &Clause, own: &Clause) -> Option<Clause> {
    let theirs = own.intent.filter(Intent::is_strong)?;
    before.intent.filter(|intent| !intent.is_strong())?;
    let whole = intent(
        before
            .gist
            .senses
            .with(own.gist.senses.only(SHARED_OBJECTS)),
    )
    .filter(|whole| whole.is_strong() && whole.tool != theirs.tool)?;
    let mut gist = before.gist.clone();
    gist.categories.clone_from(&own.gist.categories);
    gist.commodities.clone_from(&own.gist.commodities);
    gist.regions.clone_from(&own.gist.regions);
    gist.mentions.clone_from(&own.gist.mentions);
    gist.senses = gist.senses.with(own.gist.senses.only(SHARED_OBJECTS));
    Some(Clause {
        gist,
        intent: Some(whole),
        borrowed: true,
    })
}

/// The marks between joints: the ends of sentences, commas, and words that add.
fn pieces(marks: &[Mark]) -> Vec<Vec<&Mark>> {
    /// More pieces than anybody asks in: what is beyond belongs to the last.
    const MOST: usize = 12;
    let mut pieces: Vec<Vec<&Mark>> = Vec::new();
    for mark in marks {
        let joint = matches!(mark.text.as_str(), "and" | "also" | "plus" | "then" | "but");
        let full = pieces.len() >= MOST;
        match pieces.last_mut() {
            Some(last) if full || (mark.gap < Gap::Comma && !joint) => last.push(mark),
            _ => pieces.push(vec![mark]),
        }
    }
    // A joint with nothing behind it is no piece of its own.
    let mut kept: Vec<Vec<&Mark>> = Vec::new();
    for piece in pieces {
        let empty = Gist::of(piece.iter().copied())
            .senses
            .without(Senses::of(&[Sense::Marker]))
            .is_empty();
        match kept.last_mut() {
            Some(last) if empty => last.extend(piece),
            _ => kept.push(piece),
        }
    }
    kept
}
