//! Splits a change into the contributions of members.

use super::{DimensionChange, MemberChange, OtherMembers, ratio_parts};
use crate::answer::AnswerValue;
use crate::catalogue::{Dimension, Measure};
use crate::figure::Figure;
use crate::sql::Cell;
use std::cmp::Reverse;

/// The figures of a member in both periods.
#[derive(Clone, Debug, Default)]
pub(super) struct MemberFigures {
    pub(super) label: Option<Cell>,
    pub(super) value: Option<Figure>,
    pub(super) before: Option<Figure>,
    pub(super) side: SideFigures,
    pub(super) side_before: SideFigures,
}

/// Numerator and denominator of a ratio in a period.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SideFigures {
    pub(super) top: Option<Figure>,
    pub(super) bottom: Option<Figure>,
}

impl SideFigures {
    fn top(self) -> Figure {
        self.top.unwrap_or(Figure::ZERO)
    }

    fn bottom(self) -> Figure {
        self.bottom.unwrap_or(Figure::ZERO)
    }

    /// What a member adds to the difference of its side's ratio from `base`, in parts of the whole
    /// side: (top - base x bottom) / whole bottom.
    fn excess(self, base: Figure, whole: Self, factor: i64) -> Option<Figure> {
        let expected = self.bottom().multiplied_by(base)?;
        self.top()
            .times(factor)?
            .minus(expected)?
            .divided_by(whole.bottom())
    }
}

impl MemberFigures {
    /// The member's part of the change of a sum or count.
    fn own_change(&self) -> Option<Figure> {
        let value = self.value.unwrap_or(Figure::ZERO);
        value.minus(self.before.unwrap_or(Figure::ZERO))
    }

    /// The member's part of the change of a ratio: how far it moves the ratio of each period away
    /// from the ratio of the compared period. It has the effects of the member's own ratio and of
    /// its weight.
    fn ratio_change(&self, total: &Self, base: Figure, factor: i64) -> Option<Figure> {
        let now = self.side.excess(base, total.side, factor)?;
        let before = self.side_before.excess(base, total.side_before, factor)?;
        now.minus(before)
    }
}

/// The contributions of a dimension's members to the change; none if a figure does not fit.
pub(super) fn split_change(
    measure: &'static Measure,
    dimension: &'static Dimension,
    total: &MemberFigures,
    members: Vec<MemberFigures>,
    change: Figure,
    limit: usize,
) -> Option<DimensionChange> {
    let ratio = ratio_parts(&measure.formula);
    let mut listed: Vec<(MemberFigures, Figure)> = Vec::new();
    for member in members {
        let contribution = match ratio {
            None => member.own_change()?,
            Some((_, _, factor)) => member.ratio_change(total, total.before?, factor)?,
        };
        listed.push((member, contribution));
    }
    listed.sort_by(|(left, a), (right, b)| {
        let by_size = |figure: &Figure| Reverse(figure.magnitude());
        (by_size(a), &left.label).cmp(&(by_size(b), &right.label))
    });
    let mut rest = change;
    for (_, contribution) in &listed {
        rest = rest.minus(*contribution)?;
    }
    if ratio.is_some() && !overlaps(total, &listed)? {
        // Only quotients were rounded: the largest contribution takes the difference.
        if let Some((_, largest)) = listed.first_mut() {
            *largest = largest.plus(rest)?;
            rest = Figure::ZERO;
        }
    }
    let mut parts: Vec<Figure> = Vec::new();
    let mut others = Figure::ZERO;
    for (index, (_, contribution)) in listed.iter().enumerate() {
        if index < limit {
            parts.push(*contribution);
        } else {
            others = others.plus(*contribution)?;
        }
    }
    parts.extend([others, rest]);
    let mut shown = round_parts(&parts)?.into_iter();
    let count = listed.len().saturating_sub(limit);
    let members = listed
        .into_iter()
        .take(limit)
        .map(|(member, _)| MemberChange {
            member: show_member(member.label),
            value: member.value.map(Figure::shown),
            before: member.before.map(Figure::shown),
            contribution: shown.next().unwrap_or(Figure::ZERO),
        })
        .collect();
    let others = shown.next().unwrap_or(Figure::ZERO);
    Some(DimensionChange {
        dimension,
        members,
        others: (count > 0).then_some(OtherMembers {
            count,
            contribution: others,
        }),
        overlap: shown.next().unwrap_or(Figure::ZERO),
    })
}

/// Whether the numerators and denominators of members do not add up to those of the total, because
/// rows count for several members.
fn overlaps(total: &MemberFigures, members: &[(MemberFigures, Figure)]) -> Option<bool> {
    let sum = |figure: fn(&MemberFigures) -> Figure| {
        let mut sum = Figure::ZERO;
        for (member, _) in members {
            sum = sum.plus(figure(member))?;
        }
        Some(sum == figure(total))
    };
    let is_sum = sum(|one| one.side.top())?
        && sum(|one| one.side.bottom())?
        && sum(|one| one.side_before.top())?
        && sum(|one| one.side_before.bottom())?;
    Some(!is_sum)
}

/// The parts as shown, rounded so that they still add up to the shown sum.
pub(super) fn round_parts(parts: &[Figure]) -> Option<Vec<Figure>> {
    let (mut exact, mut shown) = (Figure::ZERO, Figure::ZERO);
    let mut rounded = Vec::with_capacity(parts.len());
    for part in parts {
        exact = exact.plus(*part)?;
        let next = exact.shown();
        rounded.push(next.minus(shown)?);
        shown = next;
    }
    Some(rounded)
}

fn show_member(label: Option<Cell>) -> AnswerValue {
    match label {
        Some(Cell::Text(text)) => AnswerValue::Text(text),
        Some(Cell::Integer(number)) => AnswerValue::Integer(number),
        Some(Cell::Null) | None => AnswerValue::Null,
    }
}
