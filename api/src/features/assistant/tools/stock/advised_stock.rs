//! Stock rows with what the purchase plan says about them.

use crate::auth::permission::InventoryRead;
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::purchasing::recommendations::add_advice;
use crate::features::purchasing::stock_status::StockItem;
use crate::features::purchasing::{StockFilter, read_stock_items};

/// The matching stock rows.
pub(super) async fn load_permitted_stock(
    context: &ToolContext<'_>,
    filter: StockFilter<'_>,
) -> Result<Vec<StockItem>, ToolError> {
    let plan = context.purchase_plan().await?;
    let stock = context.require(InventoryRead)?;
    let mut items = read_stock_items(&context.db().await?, filter, &stock).await?;
    add_advice(&mut items, &plan);
    Ok(items)
}
