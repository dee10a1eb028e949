//! Stores the email addresses to which orders are sent, one per supplier.

use crate::auth::Proof;
use crate::auth::permission::{OrdersSend, PurchasingRead};
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, TenantDb};
use entities::supplier_contact::{Column, Entity, Model};
use entities::{purchase_order_draft, supplier};
use localization::Language;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, IntoActiveModel};
use serde_json::{Value, json};

/// The address of a supplier.
pub(super) async fn find_supplier_contact(
    db: &TenantDb,
    supplier_id: &str,
    _right: &Proof<OrdersSend>,
) -> Result<Option<Model>, DbError> {
    read_contact(db, supplier_id).await
}

/// The language of orders to a supplier. English if none is stored.
pub(super) async fn find_order_language(
    db: &TenantDb,
    supplier_id: Option<&str>,
    _right: &Proof<PurchasingRead>,
) -> Result<Language, DbError> {
    let contact = match supplier_id {
        Some(supplier_id) => read_contact(db, supplier_id).await?,
        None => None,
    };
    Ok(parse_order_language(contact.as_ref()))
}

/// The language of orders to this address. English if none is stored.
pub(super) fn parse_order_language(contact: Option<&Model>) -> Language {
    let language = contact.and_then(|contact| Language::from_code(&contact.language));
    language.unwrap_or_default()
}

async fn read_contact(db: &TenantDb, supplier_id: &str) -> Result<Option<Model>, DbError> {
    db.find::<Entity>()
        .filter(Column::SupplierId.eq(supplier_id))
        .one()
        .await
}

/// Replaces the address of a supplier; `None` removes it. Not found if neither the warehouse nor a
/// draft has the supplier.
pub(super) async fn set_supplier_contact(
    db: &TenantDb,
    supplier_id: &str,
    contact: Option<Model>,
    at: chrono::DateTime<chrono::Utc>,
    right: &Proof<OrdersSend>,
) -> Result<(), LookupError> {
    let before = find_supplier_contact(db, supplier_id, right).await?;
    if before.is_none() && !is_known_supplier(db, supplier_id).await? {
        return Err(LookupError::NotFound);
    }
    db.delete::<Entity>()
        .filter(Column::SupplierId.eq(supplier_id))
        .exec()
        .await?;
    let mut entry = NewAuditEntry::new(AuditAction::SupplierContactUpdated)
        .with_target("supplier", supplier_id);
    if let Some(before) = &before {
        entry = entry.with_before(&audit_details(before));
    }
    if let Some(contact) = contact {
        entry = entry.with_after(&audit_details(&contact));
        db.insert(contact.into_active_model().reset_all()).await?;
    }
    Ok(db.append_audit_entry(at, entry).await?)
}

async fn is_known_supplier(db: &TenantDb, supplier_id: &str) -> Result<bool, DbError> {
    let synced = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::SupplierId.eq(supplier_id))
        .one()
        .await?;
    if synced.is_some() {
        return Ok(true);
    }
    let draft = db
        .find::<purchase_order_draft::Entity>()
        .filter(purchase_order_draft::Column::SupplierId.eq(supplier_id))
        .limit(1)
        .one()
        .await?;
    Ok(draft.is_some())
}

fn audit_details(row: &Model) -> Value {
    json!({"email": row.email, "contactName": row.contact_name, "language": row.language})
}
