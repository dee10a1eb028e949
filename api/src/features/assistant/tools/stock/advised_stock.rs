//! Stock rows with what the purchase plan says about them.

use crate::auth::permission::InventoryRead;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::purchasing::recommendations::add_advice;
use crate::features::purchasing::stock_status::StockItem;
use crate::features::purchasing::{StockFilter, read_stock_items};

/// The stock rows of the item of this name.
pub(super) async fn load_advised_stock(
    context: &ToolContext<'_>,
    item: &str,
) -> Result<Vec<StockItem>, ToolError> {
    let plan = context.purchase_plan().await?;
    let stock = context.require(InventoryRead)?;
    let named = StockFilter::Item(item);
    let mut items = read_stock_items(&context.db().await?, named, &stock).await?;
    add_advice(&mut items, &plan);
    Ok(items)
}
