//! Operations on where orders to a supplier are sent.

use super::supplier_contact_store::{find_supplier_contact, set_supplier_contact};
use super::wire::order_email_types::{SupplierContact, SupplierContactInput};
use crate::auth::Signed;
use crate::auth::permission::OrdersSend;
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Tag};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

/// Email addresses of suppliers.
pub struct SupplierContactsApi {
    /// Time of changes.
    pub clock: Clock,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl SupplierContactsApi {
    /// Get a supplier's email address
    ///
    /// Where orders to the supplier are sent. Without `email` if none is stored.
    #[oai(
        path = "/api/purchasing/supplier-contacts",
        method = "get",
        operation_id = "getSupplierContact"
    )]
    async fn get_supplier_contact(
        &self,
        signed: Signed,
        /// Id of the supplier.
        #[oai(name = "supplierId", default, validator(max_length = 1000))]
        supplier_id: Query<String>,
    ) -> Result<Json<Envelope<SupplierContact>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(OrdersSend)?;
        let db = scope.read_db().await?;
        let contact = find_supplier_contact(&db, &supplier_id.0, &right).await?;
        Ok(Json(Envelope::new(SupplierContact::new(
            supplier_id.0,
            contact,
        ))))
    }

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
