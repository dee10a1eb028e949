//! Totals above which orders need approval: one limit for members, one for admins. Owners have none.

use super::drafts::Draft;
use crate::auth::permission::{ApprovalsManage, PurchasingRead, Role};
use crate::auth::{Proof, Scope};
use crate::db::{AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::decimal::{Decimal4, ExactSum};
use chrono::{DateTime, Utc};
use entities::approval_limit::{Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait as _, IntoActiveModel};
use serde_json::{Value, json};

/// The limits of an organization. Roles without one order any total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ApprovalLimits {
    pub member: Option<Decimal4>,
    pub admin: Option<Decimal4>,
}

/// Limits with their currency and last change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredLimits {
    pub limits: ApprovalLimits,
    /// ISO 4217. None without limits.
    pub currency: Option<String>,
    /// Name and time of the last change.
    pub last_change: Option<(String, DateTime<Utc>)>,
}

/// The largest total that a caller may order without approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderLimit(Option<(Decimal4, String)>);

impl OrderLimit {
    /// Any total.
    pub(super) const UNLIMITED: Self = Self(None);

    /// Whether the draft may be ordered without approval. Totals in another currency than that of
    /// the limit can't be compared, so they need approval.
    pub(super) fn covers(&self, draft: &Draft) -> bool {
        self.0.as_ref().is_none_or(|(amount, currency)| {
            draft.row.currency == *currency && draft.total() <= ExactSum::from(*amount)
        })
    }

    /// The amount. None if there is no limit.
    pub(super) fn amount(&self) -> Option<Decimal4> {
        self.0.as_ref().map(|(amount, _)| *amount)
    }

    /// The limit for messages.
    pub(super) fn describe(&self) -> String {
        self.0
            .as_ref()
            .map_or_else(String::new, |(amount, currency)| {
                let amount = ExactSum::from(*amount).to_money_text();
                format!("{amount} {currency}")
            })
    }
}

impl StoredLimits {
    /// The limit of a role.
    pub(super) fn of_role(&self, role: Role) -> OrderLimit {
        let amount = match role {
            Role::Owner => None,
            Role::Admin => self.limits.admin,
            Role::Member | Role::Viewer => self.limits.member,
        };
        OrderLimit(amount.zip(self.currency.clone()))
    }
}

/// The limits of the organization.
pub(super) async fn read_approval_limits(
    db: &TenantDb,
    _right: &Proof<PurchasingRead>,
) -> Result<StoredLimits, DbError> {
    let mut stored = StoredLimits::default();
    for row in db.find::<Entity>().all().await? {
        let amount = Decimal4::from_scaled(row.amount_e4).ok();
        match Role::from_name(&row.role) {
            Some(Role::Member) => stored.limits.member = amount,
            Some(Role::Admin) => stored.limits.admin = amount,
            _ => continue,
        }
        stored.currency = Some(row.currency);
        stored.last_change = Some((row.updated_by, row.updated_at));
    }
    Ok(stored)
}

/// The limit of the caller. That of an API key is the one of its creator's role.
pub(super) async fn read_order_limit(
    db: &TenantDb,
    scope: &Scope,
    right: &Proof<PurchasingRead>,
) -> Result<OrderLimit, DbError> {
    let role = Role::from_stored(scope.access().role());
    Ok(read_approval_limits(db, right).await?.of_role(role))
}

/// Replaces the limits; absent ones are removed.
pub(super) async fn set_approval_limits(
    db: &TenantDb,
    limits: ApprovalLimits,
    currency: &str,
    (by, at): (&str, DateTime<Utc>),
    (right, _may): (&Proof<PurchasingRead>, &Proof<ApprovalsManage>),
) -> Result<(), DbError> {
    let before = read_approval_limits(db, right).await?;
    db.delete::<Entity>().exec().await?;
    for (role, amount) in [(Role::Member, limits.member), (Role::Admin, limits.admin)] {
        let Some(amount) = amount else { continue };
        let row = Model {
            tenant_id: Uuid::nil(),
            role: role.name().to_owned(),
            amount_e4: amount.scaled(),
            currency: currency.to_owned(),
            updated_by: by.to_owned(),
            updated_at: at,
        };
        db.insert(row.into_active_model().reset_all()).await?;
    }
    let before_currency = before.currency.as_deref().unwrap_or(currency);
    let entry = NewAuditEntry::new(AuditAction::ApprovalLimitsUpdated)
        .with_before(&audit_details(&before.limits, before_currency))
        .with_after(&audit_details(&limits, currency));
    db.append_audit_entry(at, entry).await
}

fn audit_details(limits: &ApprovalLimits, currency: &str) -> Value {
    let exact = |amount: Option<Decimal4>| amount.map(Decimal4::to_f64);
    json!({
        "memberLimit": exact(limits.member),
        "adminLimit": exact(limits.admin),
        "currency": currency,
    })
}
