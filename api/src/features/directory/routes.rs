//! Operations of the directory.

use super::name_index::NameIndex;
use super::name_store::{
    load_customer_names, load_item_names, load_location_names, load_supplier_names,
};
use super::order_store::{find_orders, read_order_lines};
use super::record_store::{
    count_stock_rows, find_catalogue_item, find_customer, find_item, find_supplier,
    read_customer_names, read_item_names, read_supplier_names,
};
use super::wire::{
    CustomerRecord, ItemRecord, LineNames, LocationRecord, OrderLine, OrderRecord, RecordKind,
    SearchHit, SearchResults, SupplierRecord,
};
use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope, Signed};
use crate::cache::{FigureCache, FigureResources};
use crate::db::{DbError, TenantDb};
use crate::http::{ApiError, Envelope, Tag, default_page_size};
use entities::purchase_transaction;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use std::sync::Arc;

/// Search, and records by id.
pub struct DirectoryApi {
    customers: FigureCache<NameIndex>,
    items: FigureCache<NameIndex>,
    suppliers: FigureCache<NameIndex>,
    locations: FigureCache<NameIndex>,
}

impl DirectoryApi {
    /// Operations whose indexes of names share these resources.
    pub fn new(resources: &Arc<FigureResources>) -> Self {
        Self {
            customers: FigureCache::new(resources),
            items: FigureCache::new(resources),
            suppliers: FigureCache::new(resources),
            locations: FigureCache::new(resources),
        }
    }
}

/// The default number of matches of each kind.
fn default_matches() -> u32 {
    6
}

#[OpenApi(tag = "Tag::Directory")]
impl DirectoryApi {
    /// Search names and ids
    ///
    /// Customers, items, suppliers, locations and orders whose name or id contains every word of a
    /// text, best matches first. Orders match by the start of their id. Kinds that the caller may
    /// not read are left out.
    #[oai(path = "/api/search", method = "get", operation_id = "searchRecords")]
    async fn search(
        &self,
        signed: Signed,
        /// The text. Case does not matter.
        #[oai(validator(max_length = 200))]
        q: Query<String>,
        /// Matches of each kind.
        #[oai(
            default = "default_matches",
            validator(minimum(value = "1"), maximum(value = "50"))
        )]
        limit: Query<u32>,
    ) -> Result<Json<Envelope<SearchResults>>, ApiError> {
        let scope = signed.scope();
        let mut items = Box::pin(self.search_names(
            scope,
            &q.0,
            usize::try_from(limit.0).unwrap_or(usize::MAX),
        ))
        .await?;
        if let (Ok(sales), Ok(purchases)) =
            (scope.require(SalesRead), scope.require(PurchasingRead))
        {
            let db = scope.read_db().await?;
            let orders = find_orders(&db, &q.0, limit.0, (&sales, &purchases)).await?;
            items.extend(orders.into_iter().map(SearchHit::from));
        }
        Ok(Json(Envelope::with_meta(
            SearchResults { items },
            scope.meta(),
        )))
    }

    /// Get a customer
    ///
    /// The customer's profile. Its purchase pattern is in `GET /api/customers?id=`.
    #[oai(
        path = "/api/customers/:id",
        method = "get",
        operation_id = "getCustomer"
    )]
    async fn get_customer(
        &self,
        signed: Signed,
        /// The customer's id in the source.
        #[oai(validator(max_length = 1000))]
        id: Path<String>,
    ) -> Result<Json<Envelope<CustomerRecord>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(CustomersRead)?;
        let db = scope.rollup_db().await?;
        let found = find_customer(&db, &id.0, &right).await?;
        let record = found.ok_or_else(ApiError::not_found)?;
        Ok(Json(Envelope::with_meta(
            CustomerRecord::from_record(id.0, record),
            scope.meta(),
        )))
    }

    /// Get an item
    ///
    /// The item with its stock at each location.
    #[oai(path = "/api/items/:id", method = "get", operation_id = "getItem")]
    async fn get_item(
        &self,
        signed: Signed,
        /// The item's id in the source.
        #[oai(validator(max_length = 1000))]
        id: Path<String>,
    ) -> Result<Json<Envelope<ItemRecord>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(InventoryRead)?;
        let db = scope.rollup_db().await?;
        let found = find_item(&db, &id.0, &right).await?;
        let record = found.ok_or_else(ApiError::not_found)?;
        let catalogue = find_catalogue_item(&db, &id.0, &right).await?;
        let suppliers = match scope.require(PurchasingRead) {
            Ok(right) => {
                let rows = record.profile.iter().flatten();
                let ids: Vec<String> = rows.filter_map(|row| row.supplier_id.clone()).collect();
                Some(read_supplier_names(&db, ids, &right).await?)
            }
            Err(_) => None,
        };
        Ok(Json(Envelope::with_meta(
            ItemRecord::from_record(id.0, record, catalogue.as_ref(), suppliers.as_ref()),
            scope.meta(),
        )))
    }

    /// Get a supplier
    ///
    /// The supplier's profile.
    #[oai(
        path = "/api/suppliers/:id",
        method = "get",
        operation_id = "getSupplier"
    )]
    async fn get_supplier(
        &self,
        signed: Signed,
        /// The supplier's id in the source.
        #[oai(validator(max_length = 1000))]
        id: Path<String>,
    ) -> Result<Json<Envelope<SupplierRecord>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(PurchasingRead)?;
        let db = scope.rollup_db().await?;
        let found = find_supplier(&db, &id.0, &right).await?;
        let record = found.ok_or_else(ApiError::not_found)?;
        Ok(Json(Envelope::with_meta(
            SupplierRecord::from_record(id.0, record),
            scope.meta(),
        )))
    }

    /// Get a location
    ///
    /// A location that has stock or order lines.
    #[oai(
        path = "/api/locations/:id",
        method = "get",
        operation_id = "getLocation"
    )]
    async fn get_location(
        &self,
        signed: Signed,
        /// The location's name in the source.
        #[oai(validator(max_length = 1000))]
        id: Path<String>,
    ) -> Result<Json<Envelope<LocationRecord>>, ApiError> {
        let scope = signed.scope();
        let right = scope.require(InventoryRead)?;
        let db = scope.rollup_db().await?;
        let rows = count_stock_rows(&db, &id.0, &right).await?;
        let record = LocationRecord {
            stock_rows: rows.ok_or_else(ApiError::not_found)?,
            location: id.0,
        };
        Ok(Json(Envelope::with_meta(record, scope.meta())))
    }

    /// Get an order
    ///
    /// The lines of a sales or purchase order, with the names of items, customers and suppliers.
    #[oai(path = "/api/orders/:id", method = "get", operation_id = "getOrder")]
    async fn get_order(
        &self,
        signed: Signed,
        /// The order's id in the source.
        #[oai(validator(max_length = 1000))]
        id: Path<String>,
        /// Lines per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 1000))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<OrderRecord>>, ApiError> {
        let scope = signed.scope();
        let rights = (&scope.require(SalesRead)?, &scope.require(PurchasingRead)?);
        let db = scope.read_db().await?;
        let page = read_order_lines(&db, &id.0, limit.0, cursor.0.as_deref(), rights).await?;
        if page.items.is_empty() && cursor.0.is_none() {
            return Err(ApiError::not_found());
        }
        let names = read_line_names(scope, &db, &page.items, rights.1).await?;
        let record = OrderRecord {
            order_id: id.0,
            next_cursor: page.next_cursor,
            items: page
                .items
                .into_iter()
                .map(|row| OrderLine::from_row(row, &names))
                .collect(),
        };
        Ok(Json(Envelope::with_meta(record, scope.meta())))
    }
}

impl DirectoryApi {
    /// Matches of each kind that the caller may read.
    async fn search_names(
        &self,
        scope: &Scope,
        text: &str,
        limit: usize,
    ) -> Result<Vec<SearchHit>, DbError> {
        let as_of = scope.as_of();
        // Each of the four has a query of its own, so they are read side by side.
        let customers = async {
            let Ok(right) = scope.require(CustomersRead) else {
                return Ok(None);
            };
            let load = async { load_customer_names(&scope.read_db().await?, &right).await };
            let names = self.customers.get_or_compute(scope, as_of, load).await?;
            Ok::<_, DbError>(Some((RecordKind::Customer, names)))
        };
        let items = async {
            let Ok(right) = scope.require(InventoryRead) else {
                return Ok(None);
            };
            let load = async { load_item_names(&scope.read_db().await?, &right).await };
            let names = self.items.get_or_compute(scope, as_of, load).await?;
            Ok(Some((RecordKind::Item, names)))
        };
        let suppliers = async {
            let Ok(right) = scope.require(PurchasingRead) else {
                return Ok(None);
            };
            let load = async { load_supplier_names(&scope.read_db().await?, &right).await };
            let names = self.suppliers.get_or_compute(scope, as_of, load).await?;
            Ok(Some((RecordKind::Supplier, names)))
        };
        let locations = async {
            let Ok(right) = scope.require(InventoryRead) else {
                return Ok(None);
            };
            let load = async { load_location_names(&scope.read_db().await?, &right).await };
            let names = self.locations.get_or_compute(scope, as_of, load).await?;
            Ok(Some((RecordKind::Location, names)))
        };
        let (customers, items, suppliers, locations) =
            tokio::try_join!(customers, items, suppliers, locations)?;
        let known = [customers, items, suppliers, locations]
            .into_iter()
            .flatten();
        Ok(known
            .flat_map(|(kind, names)| {
                let found = names.search(text, limit).into_iter();
                found
                    .map(|record| SearchHit::from_record(kind, record))
                    .collect::<Vec<_>>()
            })
            .collect())
    }
}

/// The names that the caller may read.
async fn read_line_names(
    scope: &Scope,
    db: &TenantDb,
    lines: &[purchase_transaction::Model],
    purchases: &Proof<PurchasingRead>,
) -> Result<LineNames, DbError> {
    let mut names = LineNames::default();
    if let Ok(right) = scope.require(InventoryRead) {
        let ids = lines.iter().map(|line| line.item_id.clone());
        names.items = read_item_names(db, ids, &right).await?;
    }
    if let Ok(right) = scope.require(CustomersRead) {
        let ids = lines.iter().filter_map(|line| line.customer_id.clone());
        names.customers = read_customer_names(db, ids, &right).await?;
    }
    let ids = lines.iter().filter_map(|line| line.supplier_id.clone());
    names.suppliers = read_supplier_names(db, ids, purchases).await?;
    Ok(names)
}
