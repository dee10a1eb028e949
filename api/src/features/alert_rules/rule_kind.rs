//! The kinds of alert rules, and the definitions to which the ready-made ones expand.

use alert_rules::{AlertSeverity, Condition, Guard};
use poem_openapi::Enum;
use serde_json::{Value, json};
use strum::{EnumString, IntoStaticStr};

/// What a rule watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum RuleKind {
    /// A metric query.
    Metric,
    /// The gross margin of a category in the last 30 days, in percent, is below the limit.
    MarginBelow,
    /// The last quote of a commodity differs from that of 30 days before by more than the limit in
    /// percent.
    PriceMove,
    /// Items are below their recorded reorder point, which covers the lead time, at more locations
    /// than the limit.
    StockShort,
    /// A supplier has more overdue lines than the limit: open and promised before today.
    SupplierLate,
    /// The margin that is expected to be lost with a customer who has probably left exceeds the
    /// limit.
    CustomerAtRisk,
    /// Newer data of a table is overdue.
    DataStale,
    /// More than 0.1 % of the rows of a table were rejected.
    RejectedRows,
}

impl RuleKind {
    /// The kinds that read the state of syncs instead of a measure. They are evaluated each day,
    /// even without new rows.
    pub(super) const FACTS: [Self; 2] = [Self::DataStale, Self::RejectedRows];

    /// Whether the rule reads the state of syncs.
    pub(super) fn is_fact(self) -> bool {
        Self::FACTS.contains(&self)
    }

    /// Figures vary; the state of a sync does not.
    pub(super) fn guard(self) -> Guard {
        if self.is_fact() {
            Guard::Once
        } else {
            Guard::Twice
        }
    }

    /// The query and condition of a ready-made rule on a measure.
    pub(super) fn ready_made(self) -> Option<(Value, Condition)> {
        match self {
            Self::MarginBelow => Some((
                json!({
                    "dataset": "sales",
                    "measures": ["gross_margin_percent"],
                    "dimensions": ["category"],
                    "period": {"preset": "last_30_days"},
                }),
                Condition::Below,
            )),
            Self::PriceMove => Some((
                json!({
                    "dataset": "prices",
                    "measures": ["last_quote"],
                    "dimensions": ["commodity"],
                    "period": {"preset": "last_30_days"},
                }),
                Condition::Changes,
            )),
            Self::StockShort => Some((
                json!({
                    "dataset": "inventory",
                    "measures": ["below_reorder_point"],
                    "dimensions": ["item"],
                }),
                Condition::Above,
            )),
            Self::SupplierLate => Some((
                json!({
                    "dataset": "purchases",
                    "measures": ["overdue_lines"],
                    "dimensions": ["supplier"],
                }),
                Condition::Above,
            )),
            Self::Metric | Self::CustomerAtRisk | Self::DataStale | Self::RejectedRows => None,
        }
    }
}

/// When a figure raises an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum ConditionKind {
    /// Above the limit.
    Above,
    /// Below the limit.
    Below,
    /// More than the limit in percent above the previous period.
    Rises,
    /// More than the limit in percent below the previous period.
    Falls,
    /// Rises or falls.
    Changes,
}

impl From<ConditionKind> for Condition {
    fn from(kind: ConditionKind) -> Self {
        match kind {
            ConditionKind::Above => Self::Above,
            ConditionKind::Below => Self::Below,
            ConditionKind::Rises => Self::Rises,
            ConditionKind::Falls => Self::Falls,
            ConditionKind::Changes => Self::Changes,
        }
    }
}

/// How much an alert matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Severity {
    /// Good to know.
    Info,
    /// Needs attention.
    Warning,
    /// Needs action now.
    Critical,
}

impl From<Severity> for AlertSeverity {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Info => Self::Info,
            Severity::Warning => Self::Warning,
            Severity::Critical => Self::Critical,
        }
    }
}

/// Who is notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum Recipients {
    /// The owner of the rule.
    Owner,
    /// All members who may read the measure.
    Members,
}
