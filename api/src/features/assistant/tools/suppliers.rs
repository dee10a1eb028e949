//! Who the business buys from.

mod active;
mod performance;
mod spend;

pub(super) use active::active_suppliers;
pub(super) use performance::supplier_performance;
pub(super) use spend::spend_by_supplier;

use super::phrases::no_data;
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::RolledUpDb;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::Finding;
use crate::features::assistant::registry::Args;
use crate::features::purchasing::{PurchaseExtent, is_supplier, read_purchase_extent};
use crate::http::ApiError;

/// The purchases that there are. None, and said so, where there is nothing to answer from: no
/// purchase, or no supplier of the name that was asked for.
async fn extent(
    db: &RolledUpDb,
    desk: &Desk<'_>,
    args: &Args,
    right: &Proof<PurchasingRead>,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<Option<PurchaseExtent>, ApiError> {
    found.link("Dashboard", "/");
    let extent = read_purchase_extent(db, desk.as_of(), right).await?;
    if extent.lines == 0 {
        found.nothing(no_data("purchases"));
        return Ok(None);
    }
    if let Some(name) = &args.supplier
        && !is_supplier(db, name, right).await?
    {
        let name = sheet.name("Asked for", name, Vec::new());
        found.nothing(format!(
            "There is no supplier called {name}. Check the spelling, or run a \
            data sync if it is new."
        ));
        return Ok(None);
    }
    Ok(Some(extent))
}
