//! Detects the tool that a clause asks for. Rules over concepts score each tool; the highest score
//! wins.

mod intent_rules;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::intent_rules::INTENT_RULES;
use super::concept::{Concept, ConceptSet};
use crate::features::assistant::tool_registry::ToolName;

/// Minimum score of a clear intent.
pub(super) const MIN_STRONG_POINTS: u32 = 20;
/// Maximum score difference to a rival that adds a doubt.
const RIVAL_MARGIN_POINTS: u32 = 4;

/// Concepts that together ask for a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct IntentRule {
    pub tool: ToolName,
    pub points: u32,
    pub required: ConceptSet,
    pub excluded: ConceptSet,
}

/// The tool that a clause asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Intent {
    pub tool: ToolName,
    pub points: u32,
    /// Concepts that the rule is based on.
    pub evidence: ConceptSet,
    /// Another tool that other words of the clause indicate nearly as strongly.
    pub rival: Option<ToolName>,
    /// Whether the clause has a salient concept that the tool does not use.
    pub has_unexplained_concepts: bool,
}

impl Intent {
    pub(super) fn is_strong(&self) -> bool {
        self.points >= MIN_STRONG_POINTS
    }
}

/// Salient concepts: a tool that does not use them is probably not what was asked for.
const SALIENT_CONCEPTS: ConceptSet = ConceptSet::from_slice(&[
    Concept::Low,
    Concept::RunOut,
    Concept::Reorder,
    Concept::SellingWell,
    Concept::SlowMover,
    Concept::AverageOrder,
    Concept::Index,
    Concept::InputCost,
    Concept::Yield,
    Concept::Weather,
    Concept::News,
    Concept::Segment,
    Concept::Lapsed,
    Concept::NotBought,
    Concept::Window,
    Concept::Sync,
    Concept::Fresh,
    Concept::Report,
    Concept::Explain,
    Concept::LeadTime,
    Concept::OnTime,
    Concept::Spend,
    Concept::Stock,
    Concept::Sales,
    Concept::Price,
]);
/// Points that a rule loses for each salient concept that its tool does not use.
const UNEXPLAINED_PENALTY_POINTS: u32 = 5;

/// Detects the best intent; none if no rule matches.
pub(super) fn detect_intent(concepts: ConceptSet) -> Option<Intent> {
    let worth = |rule: &IntentRule| {
        rule.points.saturating_sub(
            UNEXPLAINED_PENALTY_POINTS
                * concepts
                    .intersection(SALIENT_CONCEPTS)
                    .difference(concepts_for_tool(rule.tool))
                    .len(),
        )
    };
    let fitting: Vec<(&IntentRule, u32)> = INTENT_RULES
        .iter()
        .filter(|rule| concepts.contains_all(rule.required) && !concepts.intersects(rule.excluded))
        .map(|rule| (rule, worth(rule)))
        .collect();
    // On equal points, the rule with more evidence wins, then the earlier one.
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
    let left_over = !concepts
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

/// All concepts that the rules of a tool use.
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
