//! The answer to why a figure changed.

use super::{MetricColumn, MetricSpan, to_json};
use metrics::{
    ChangePart, DimensionChange, Direction, Effect, ExplainedChange, Figure, MemberChange,
};
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use serde_json::Value;

/// The change of a measure between two periods, and what contributes to it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::metrics) struct MetricChange {
    /// The measure.
    pub measure: MetricColumn,
    pub period: MetricSpan,
    pub compared_period: MetricSpan,
    /// One for each currency and unit that are kept apart, else one. None without rows.
    pub parts: Vec<MetricChangePart>,
    /// Limitations, and false premises.
    pub notes: Vec<String>,
}

/// The change in one currency and unit.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(in crate::features::metrics) struct MetricChangePart {
    /// The currency and unit, if several are kept apart.
    pub kept_apart: Vec<MetricKeptApart>,
    pub value: Option<f64>,
    /// The figure of the compared period.
    pub before: Option<f64>,
    /// `value` - `before`.
    pub change: Option<f64>,
    /// In percent of `before`. Missing unless that is positive.
    pub change_percent: Option<f64>,
    pub direction: Option<MetricDirection>,
    /// Whether the figure moved as `premise` says.
    pub premise_holds: Option<bool>,
    /// The contributions of each dimension's members.
    pub dimensions: Vec<MetricContributions>,
    /// What price, volume and mix add to the change. They add up to it. Only for revenue and spend.
    pub effects: Vec<MetricEffect>,
}

/// A member that is kept apart.
#[derive(Object)]
pub(in crate::features::metrics) struct MetricKeptApart {
    /// Id of the dimension.
    pub dimension: String,
    pub member: Any<Value>,
}

/// How a figure moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::metrics) enum MetricDirection {
    Increase,
    Decrease,
    Unchanged,
}

/// The contributions of a dimension's members. Members, others and overlap add up to the change.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(in crate::features::metrics) struct MetricContributions {
    /// Id of the dimension.
    pub id: String,
    pub label: String,
    /// The largest contributions first.
    pub members: Vec<MetricContribution>,
    /// The members that are not listed.
    pub others: Option<MetricOthers>,
    /// What no single member contributes, because rows count for several members.
    pub overlap: f64,
}

/// What a member contributes to the change.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(in crate::features::metrics) struct MetricContribution {
    /// The name, or null for rows without a member.
    pub member: Any<Value>,
    pub value: Option<f64>,
    /// The figure of the compared period.
    pub before: Option<f64>,
    pub contribution: f64,
}

/// Members that are not listed.
#[derive(Object)]
pub(in crate::features::metrics) struct MetricOthers {
    pub count: u64,
    pub contribution: f64,
}

/// A part of the change of an amount.
#[derive(Object)]
pub(in crate::features::metrics) struct MetricEffect {
    pub effect: MetricEffectKind,
    pub amount: f64,
}

/// Why an amount changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::metrics) enum MetricEffectKind {
    /// Items at other prices than before.
    Price,
    /// More or fewer units, at the average price before.
    Volume,
    /// A different mix of items, at their prices before.
    Mix,
    /// Items of this period only.
    NewItems,
    /// Items of the compared period only.
    EndedItems,
    /// Items without a price in a period, such as those with returns only.
    Unpriced,
}

impl From<Direction> for MetricDirection {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Increase => Self::Increase,
            Direction::Decrease => Self::Decrease,
            Direction::Unchanged => Self::Unchanged,
        }
    }
}

impl From<Effect> for MetricEffectKind {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Price => Self::Price,
            Effect::Volume => Self::Volume,
            Effect::Mix => Self::Mix,
            Effect::NewItems => Self::NewItems,
            Effect::EndedItems => Self::EndedItems,
            Effect::Unpriced => Self::Unpriced,
        }
    }
}

impl From<MemberChange> for MetricContribution {
    fn from(member: MemberChange) -> Self {
        Self {
            member: to_json(member.member),
            value: member.value.map(Figure::to_f64),
            before: member.before.map(Figure::to_f64),
            contribution: member.contribution.to_f64(),
        }
    }
}

impl From<DimensionChange> for MetricContributions {
    fn from(change: DimensionChange) -> Self {
        Self {
            id: change.dimension.id.to_owned(),
            label: change.dimension.label.to_owned(),
            members: change.members.into_iter().map(Into::into).collect(),
            others: change.others.map(|others| MetricOthers {
                count: u64::try_from(others.count).unwrap_or(u64::MAX),
                contribution: others.contribution.to_f64(),
            }),
            overlap: change.overlap.to_f64(),
        }
    }
}

impl From<ChangePart> for MetricChangePart {
    fn from(part: ChangePart) -> Self {
        let kept_apart = part.kept_apart.into_iter();
        let effects = part.effects.into_iter();
        Self {
            kept_apart: kept_apart
                .map(|(dimension, member)| MetricKeptApart {
                    dimension: dimension.to_owned(),
                    member: to_json(member),
                })
                .collect(),
            value: part.value.map(Figure::to_f64),
            before: part.before.map(Figure::to_f64),
            change: part.change.map(Figure::to_f64),
            change_percent: part.change_percent.map(Figure::to_f64),
            direction: part.direction.map(Into::into),
            premise_holds: part.is_premise_true,
            dimensions: part.dimensions.into_iter().map(Into::into).collect(),
            effects: effects
                .map(|one| MetricEffect {
                    effect: one.effect.into(),
                    amount: one.amount.to_f64(),
                })
                .collect(),
        }
    }
}

impl From<ExplainedChange> for MetricChange {
    fn from(change: ExplainedChange) -> Self {
        Self {
            measure: change.column().into(),
            period: change.span.into(),
            compared_period: change.compared_span.into(),
            parts: change.parts.into_iter().map(Into::into).collect(),
            notes: change.notes,
        }
    }
}
