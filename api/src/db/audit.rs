//! The audit log. Each entry is written in the transaction of the change, and contains the hash of
//! the previous entry.

mod audit_action;
mod audit_actor;
mod audit_verification;
mod hash_chain;
mod new_audit_entry;

pub use audit_action::AuditAction;
pub use audit_actor::{Actor, ActorKind, RequestOrigin};
pub(in crate::db) use audit_verification::verify_chain;
pub use audit_verification::{AuditTrail, ChainError};
pub use new_audit_entry::NewAuditEntry;

use super::DbError;
use crate::ids::TenantId;
use chrono::{DateTime, SubsecRound, Utc};
use entities::{audit_entry, audit_head};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, IntoActiveModel,
    QueryFilter,
};

/// Appends an entry to the tenant's log in this transaction. Other writers of the log wait until
/// the transaction ends, so call this last.
pub(in crate::db) async fn append_entry(
    db: &DatabaseTransaction,
    tenant: TenantId,
    author: &Actor,
    at: DateTime<Utc>,
    act: NewAuditEntry,
) -> Result<(), DbError> {
    let (seq, before) = reserve_next_seq(db, tenant).await?;
    // The precision that both engines store, so that the stored value has the same hash.
    let at = at.trunc_subsecs(6);
    let RequestOrigin {
        address,
        user_agent,
        request_id,
    } = author.origin().clone();
    let NewAuditEntry {
        action,
        target,
        before: was,
        after: is,
    } = act;
    let (target_kind, target_id, target_name) = target.map_or((None, None, None), |target| {
        (Some(target.kind.to_owned()), Some(target.id), target.name)
    });
    let mut row = audit_entry::Model {
        tenant_id: tenant.0,
        seq,
        occurred_at: at,
        actor_kind: author.kind().name().to_owned(),
        actor_id: author.id(),
        actor_name: author.name().to_owned(),
        action: action.name().to_owned(),
        target_kind,
        target_id,
        target_name,
        before: was,
        after: is,
        ip_address: address,
        user_agent,
        request_id,
        hash: String::new(),
    };
    row.hash = hash_chain::hash_entry(&before, &row);
    let hash = row.hash.clone();
    audit_entry::Entity::insert(row.into_active_model().reset_all())
        .exec_without_returning(db)
        .await?;
    let head =
        audit_head::Entity::update_many().col_expr(audit_head::Column::Hash, Expr::value(hash));
    head.filter(audit_head::Column::TenantId.eq(tenant.0))
        .exec(db)
        .await?;
    Ok(())
}

/// Reserves the next sequence number by locking the row in `audit_head`. Returns it with the
/// previous hash.
async fn reserve_next_seq(
    db: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<(i64, String), DbError> {
    let raise = || {
        let raised = audit_head::Entity::update_many().col_expr(
            audit_head::Column::Seq,
            Expr::col(audit_head::Column::Seq).add(1),
        );
        raised
            .filter(audit_head::Column::TenantId.eq(tenant.0))
            .exec(db)
    };
    if raise().await?.rows_affected == 0 {
        let first = audit_head::Model {
            tenant_id: tenant.0,
            seq: 0,
            hash: hash_chain::GENESIS_HASH.to_owned(),
        };
        audit_head::Entity::insert(first.into_active_model().reset_all())
            .on_conflict_do_nothing()
            .exec_without_returning(db)
            .await?;
        raise().await?;
    }
    let head = audit_head::Entity::find_by_id(tenant.0).one(db).await?;
    let head = head.ok_or_else(|| {
        DbError::Failed(sea_orm::DbErr::RecordNotFound(
            "the head of the audit log is missing".to_owned(),
        ))
    })?;
    Ok((head.seq, head.hash))
}
