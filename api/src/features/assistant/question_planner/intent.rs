//! Which tool a clause asks for: rules over meanings, the most telling one wins, and a rival that
//! explains other words of the clause is named.

mod intent_rules;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::intent_rules::INTENT_RULES;
use super::concept::{ConceptSet, Sense};
use crate::features::assistant::tool_registry::ToolName;

/// Points from which a clause's intent is plain.
pub(super) const MIN_STRONG_POINTS: u32 = 20;
/// A rival within so many points of the best leaves a doubt.
const RIVAL_MARGIN_POINTS: u32 = 4;

/// Meanings that together ask for a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct IntentRule {
    pub tool: ToolName,
    pub points: u32,
    pub required: ConceptSet,
    pub excluded: ConceptSet,
}

/// What a clause asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Intent {
    pub tool: ToolName,
    pub points: u32,
    /// The meanings that told it.
    pub evidence: ConceptSet,
    /// Another tool that other words of the clause speak for nearly as loudly.
    pub rival: Option<ToolName>,
    /// A loud word of the clause that the tool has no use for.
    pub has_unexplained_concepts: bool,
}

impl Intent {
    pub(super) fn is_strong(&self) -> bool {
        self.points >= MIN_STRONG_POINTS
    }
}

/// Meanings loud enough that a tool which has no use for them is probably not the one that was
/// asked for.
const SALIENT_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Sense::Low,
    Sense::RunOut,
    Sense::Reorder,
    Sense::SellingWell,
    Sense::SlowMover,
    Sense::AverageOrder,
    Sense::Index,
    Sense::InputCost,
    Sense::Yield,
    Sense::Weather,
    Sense::News,
    Sense::Segment,
    Sense::Lapsed,
    Sense::NotBought,
    Sense::Window,
    Sense::Sync,
    Sense::Fresh,
    Sense::Report,
    Sense::Explain,
    Sense::LeadTime,
    Sense::OnTime,
    Sense::Spend,
    Sense::Stock,
    Sense::Sales,
    Sense::Price,
]);
/// What each loud meaning that is left over costs a rule.
const UNEXPLAINED_PENALTY_POINTS: u32 = 5;

/// The best intent; none where no rule fits.
pub(super) fn detect_intent(senses: ConceptSet) -> Option<Intent> {
    let worth = |rule: &IntentRule| {
        rule.points.saturating_sub(
            UNEXPLAINED_PENALTY_POINTS
                * senses
                    .intersection(SALIENT_CONCEPTS)
                    .difference(concepts_for_tool(rule.tool))
                    .len(),
        )
    };
    let fitting: Vec<(&IntentRule, u32)> = INTENT_RULES
        .iter()
        .filter(|rule| senses.contains_all(rule.required) && !senses.intersects(rule.excluded))
        .map(|rule| (rule, worth(rule)))
        .collect();
    // Of equals the rule that more words speak for, then the earlier one.
    let (best, points) = fitting.iter().copied().reduce(|best, next| {
        if (next.1, next.0.required.len()) > (best.1, best.0.required.len()) {
            next
        } else {
            best
        }
    })?;
    let rival = fitting.iter().find(|(rule, points_of)| {
        rule.tool != best.tool
            && points_of + RIVAL_MARGIN_POINTS >= points
            && !best.required.contains_all(rule.required)
    });
    let left_over = !senses
        .intersection(SALIENT_CONCEPTS)
        .difference(concepts_for_tool(best.tool))
        .is_empty();
    Some(Intent {
        tool: best.tool,
        points,
        evidence: best.required,
        rival: rival.map(|(rule, _)| rule.tool),
        has_unexplained_concepts: left_over,
    })
}

/// Every meaning that speaks for a tool.
pub(super) fn concepts_for_tool(tool: ToolName) -> ConceptSet {
    static CONCEPTS_BY_TOOL: LazyLock<HashMap<ToolName, ConceptSet>> = LazyLock::new(|| {
        let mut meanings: HashMap<ToolName, ConceptSet> = HashMap::new();
        for rule in INTENT_RULES {
            let of_tool = meanings.entry(rule.tool).or_default();
            *of_tool = of_tool.union(rule.required);
        }
        meanings
    });
    CONCEPTS_BY_TOOL.get(&tool).copied().unwrap_or_default()
}
