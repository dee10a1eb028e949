//! Request and response types of approval limits.

use crate::decimal::Decimal4;
use crate::features::purchasing::approval_limit::{self, StoredLimits};
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

/// Totals above which orders need approval. A role without a limit orders any total.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct ApprovalLimitsInput {
    /// The largest total that members may order, in the organization's currency: 0 to
    /// 1,000,000,000.
    pub member_limit: Option<f64>,
    /// The largest total that admins may order and approve, at least `memberLimit`.
    pub admin_limit: Option<f64>,
}

/// The totals above which orders need approval.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct ApprovalLimits {
    /// The largest total that members may order. Absent if there is no limit.
    pub member_limit: Option<f64>,
    /// The largest total that admins may order and approve. Absent if there is no limit.
    pub admin_limit: Option<f64>,
    /// The caller's own limit. Absent if there is none.
    pub own_limit: Option<f64>,
    /// ISO 4217 code of the limits. Orders in another currency need approval.
    pub currency: String,
    /// Name of the user who last changed the limits. Absent without limits.
    pub updated_by: Option<String>,
    /// Time of the last change.
    pub updated_at: Option<DateTime<Utc>>,
}

impl Example for ApprovalLimitsInput {
    fn example() -> Self {
        Self {
            member_limit: Some(5_000.0),
            admin_limit: Some(50_000.0),
        }
    }
}

impl ApprovalLimitsInput {
    /// The exact limits, or an error for each that is out of bounds.
    pub(in crate::features::purchasing) fn to_limits(
        &self,
    ) -> Result<approval_limit::ApprovalLimits, ApiError> {
        let bounds = Bounds {
            min: Decimal4::ZERO,
            max: Decimal4::from_scaled(10_i64.pow(13)).unwrap_or(Decimal4::ONE),
        };
        let mut invalid = Vec::new();
        let mut parse = |path: &str, value: Option<f64>| {
            let expected = "Enter a total between 0 and 1,000,000,000";
            let parsed = value.map(|value| parse_bounded_number(path, value, bounds, expected));
            parsed.and_then(|limit| limit.map_err(|detail| invalid.push(detail)).ok())
        };
        let limits = approval_limit::ApprovalLimits {
            member: parse("memberLimit", self.member_limit),
            admin: parse("adminLimit", self.admin_limit),
        };
        let mut refuse = |path: &str, message: &str| {
            invalid.push(ErrorDetail::new(path, ErrorDetailCode::LimitOrder, message));
        };
        match (limits.member, limits.admin) {
            (Some(member), Some(admin)) if admin < member => {
                refuse(
                    "adminLimit",
                    "Enter a total that is at least the limit of members.",
                );
            }
            (None, Some(_)) if self.member_limit.is_none() => {
                refuse(
                    "memberLimit",
                    "Enter a limit for members too, because admins have one.",
                );
            }
            _ => {}
        }
        if invalid.is_empty() {
            Ok(limits)
        } else {
            Err(ApiError::invalid_values(invalid))
        }
    }
}

impl ApprovalLimits {
    /// The stored limits with the caller's own and their currency.
    pub(in crate::features::purchasing) fn new(
        stored: StoredLimits,
        own: Option<Decimal4>,
        currency: String,
    ) -> Self {
        let (updated_by, updated_at) = stored.last_change.unzip();
        Self {
            member_limit: stored.limits.member.map(Decimal4::to_f64),
            admin_limit: stored.limits.admin.map(Decimal4::to_f64),
            own_limit: own.map(Decimal4::to_f64),
            currency,
            updated_by,
            updated_at,
        }
    }
}
