//! Which tool a clause asks for: rules over meanings, the most telling one wins, and a rival that
//! explains other words of the clause is named.

mod rules;

use std::collections::HashMap;
use std::sync::LazyLock;

use self::rules::RULES;
use super::sense::{Sense, Senses};
use crate::features::assistant::registry::ToolName;

/// Points from which a clause's intent is plain.
pub(super) const STRONG: u32 = 20;
/// A rival within so many points of the best leaves a doubt.
const MARGIN: u32 = 4;

/// Meanings that together ask for a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub tool: ToolName,
    pub points: u32,
    pub all: Senses,
    pub none: Senses,
}

/// What a clause asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Intent {
    pub tool: ToolName,
    pub points: u32,
    /// The meanings that told it.
    pub told_by: Senses,
    /// Another tool that other words of the clause speak for nearly as loudly.
    pub rival: Option<ToolName>,
    /// A loud word of the clause that the tool has no use for.
    pub left_over: bool,
}

impl Intent {
    pub(super) fn is_strong(&self) -> bool {
        self.points >= STRONG
    }
}

/// Meanings loud enough that a tool which has no use for them is probably not the one that was
/// asked for.
const LOUD: Senses = Senses::of(&[
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
const LEFT_OVER: u32 = 5;

/// The best intent; none where no rule fits.
pub(super) fn intent(senses: Senses) -> Option<Intent> {
    let worth = |rule: &Rule| {
        rule.points
            .saturating_sub(LEFT_OVER * senses.only(LOUD).without(meanings_of(rule.tool)).count())
    };
    let fitting: Vec<(&Rule, u32)> = RULES
        .iter()
        .filter(|rule| senses.has_all(rule.all) && !senses.has_any(rule.none))
        .map(|rule| (rule, worth(rule)))
        .collect();
    // Of equals the rule that more words speak for, then the earlier one.
    let (best, points) = fitting.iter().copied().reduce(|best, next| {
        if (next.1, next.0.all.count()) > (best.1, best.0.all.count()) {
            next
        } else {
            best
        }
    })?;
    let rival = fitting.iter().find(|(rule, points_of)| {
        rule.tool != best.tool && points_of + MARGIN >= points && !best.all.has_all(rule.all)
    });
    let left_over = !senses.only(LOUD).without(meanings_of(best.tool)).is_empty();
    Some(Intent {
        tool: best.tool,
        points,
        told_by: best.all,
        rival: rival.map(|(rule, _)| rule.tool),
        left_over,
    })
}

/// Every meaning that speaks for a tool.
pub(super) fn meanings_of(tool: ToolName) -> Senses {
    static MEANINGS: LazyLock<HashMap<ToolName, Senses>> = LazyLock::new(|| {
        let mut meanings: HashMap<ToolName, Senses> = HashMap::new();
        for rule in RULES {
            let of_tool = meanings.entry(rule.tool).or_default();
            *of_tool = of_tool.with(rule.all);
        }
        meanings
    });
    MEANINGS.get(&tool).copied().unwrap_or_default()
}
