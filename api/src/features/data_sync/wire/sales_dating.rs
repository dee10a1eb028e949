//! What the dates of sales are.

use crate::features::data_sync::sales_dating::SalesDatingReport;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use purchase_planning::{DatingReason, SalesDating as PlannedDating};

/// What `transaction_date` of a sale is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SalesDating {
    /// The day on which the customer ordered. A sale counts as demand on its `delivered_date`;
    /// without one on its own date, or not yet if it has a `promised_date`.
    Booking,
    /// The day of delivery, on which a sale counts as demand.
    Delivery,
}

/// Why a dating is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SalesDatingReason {
    /// Booking: at least 1 % of the sale lines were delivered on another day than their date.
    OtherDays,
    /// Delivery: fewer were.
    SameDays,
    /// Delivery: more lines lack a delivered day than have another one than their date.
    MissingDays,
}

/// How sales are dated, and what the sales show.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none, example)]
pub struct SalesDatingSetting {
    /// The setting. Absent: the proposal counts.
    pub dating: Option<SalesDating>,
    /// What the organization's sales show.
    pub proposed: SalesDating,
    /// Why.
    pub reason: SalesDatingReason,
    /// Sale lines without returns.
    pub sale_lines: u64,
    /// Lines that were delivered on another day than their date.
    pub other_day_lines: u64,
    /// Promised lines without a delivered day, dated over a year before the newest line.
    pub overdue_lines: u64,
}

/// How sales are dated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub struct SalesDatingInput {
    /// Absent: the proposal counts.
    pub dating: Option<SalesDating>,
}

impl SalesDating {
    /// The name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Booking => "booking",
            Self::Delivery => "delivery",
        }
    }

    /// The dating with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Booking, Self::Delivery]
            .into_iter()
            .find(|dating| dating.name() == name)
    }
}

impl From<PlannedDating> for SalesDating {
    fn from(dating: PlannedDating) -> Self {
        match dating {
            PlannedDating::Booking => Self::Booking,
            PlannedDating::Delivery => Self::Delivery,
        }
    }
}

impl From<SalesDating> for PlannedDating {
    fn from(dating: SalesDating) -> Self {
        match dating {
            SalesDating::Booking => Self::Booking,
            SalesDating::Delivery => Self::Delivery,
        }
    }
}

impl From<DatingReason> for SalesDatingReason {
    fn from(reason: DatingReason) -> Self {
        match reason {
            DatingReason::OtherDays => Self::OtherDays,
            DatingReason::SameDays => Self::SameDays,
            DatingReason::MissingDays => Self::MissingDays,
        }
    }
}

impl From<SalesDatingReport> for SalesDatingSetting {
    fn from(report: SalesDatingReport) -> Self {
        Self {
            dating: report.setting,
            proposed: report.proposed,
            reason: report.reason.into(),
            sale_lines: report.evidence.lines,
            other_day_lines: report.evidence.other_day_lines,
            overdue_lines: report.evidence.overdue_lines,
        }
    }
}

impl Example for SalesDatingSetting {
    fn example() -> Self {
        Self {
            dating: None,
            proposed: SalesDating::Booking,
            reason: SalesDatingReason::OtherDays,
            sale_lines: 5_400,
            other_day_lines: 5_120,
            overdue_lines: 0,
        }
    }
}

impl Example for SalesDatingInput {
    fn example() -> Self {
        Self {
            dating: Some(SalesDating::Booking),
        }
    }
}
