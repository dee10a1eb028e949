//! Tools about suppliers.

mod active_suppliers;
mod spend_by_supplier;
mod supplier_performance;

pub(super) use active_suppliers::active_suppliers;
pub(super) use spend_by_supplier::spend_by_supplier;
pub(super) use supplier_performance::supplier_performance;

use super::answer_phrases::no_data_text;
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::RolledUpDb;
use crate::features::assistant::fact_sheet::FactSheet;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::assistant::tool_registry::Args;
use crate::features::assistant::tool_result::ToolResult;
use crate::features::purchasing::{PurchaseExtent, read_purchase_extent, supplier_exists};

/// Loads the range of purchases. If there are none, or none of the requested supplier, adds a
/// sentence about that and returns none.
async fn load_extent_or_explain(
    db: &RolledUpDb,
    context: &ToolContext<'_>,
    args: &Args,
    proof: &Proof<PurchasingRead>,
    sheet: &mut FactSheet,
    result: &mut ToolResult,
) -> Result<Option<PurchaseExtent>, ToolError> {
    result.add_link("Dashboard", "/");
    let extent = read_purchase_extent(db, context.as_of(), proof).await?;
    if extent.lines == 0 {
        result.push_no_data(no_data_text("purchases"));
        return Ok(None);
    }
    if let Some(name) = &args.supplier
        && !supplier_exists(db, name, proof).await?
    {
        let name = sheet.add_name("Asked for", name, Vec::new());
        result.push_no_data(format!(
            "There is no supplier called {name}. Check the spelling, or run a \
            data sync if it is new."
        ));
        return Ok(None);
    }
    Ok(Some(extent))
}
