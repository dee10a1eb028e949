//! The operation that sets where orders to a supplier are sent.

use super::supplier_contact_store::set_supplier_contact;
use super::wire::order_email_types::{SupplierContact, SupplierContactInput};
use crate::auth::Signed;
use crate::auth::permission::OrdersSend;
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

/// Email addresses of suppliers.
pub struct SupplierContactsApi {
    /// Time of changes.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl SupplierContactsApi {
    /// Set a supplier's email address
    ///
    /// Orders to the supplier are sent there. Without `email` the address is removed.
    #[oai(
        path = "/api/purchasing/supplier-contacts",
        method = "put",
        operation_id = "setSupplierContact"
    )]
    async fn set_supplier_contact(
        &self,
        signed: Signed,
        body: Json<SupplierContactInput>,
    ) -> Result<Json<Envelope<SupplierContact>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(OrdersSend)?;
        let now = self.clock.now();
        let contact = body.0.to_row(scope.caller_name(), now)?;
        let db = scope.write_db().await?;
        set_supplier_contact(&db, &body.0.supplier_id, contact.clone(), now, &right).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(SupplierContact::new(
            body.0.supplier_id,
            contact,
        ))))
    }
}
