//! Stock rows with what the recommendations say about them.

use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::features::assistant::tool_context::{ToolContext, ToolError};
use crate::features::purchasing::stock_status::StockItem;
use crate::features::purchasing::{StockFilter, read_advised_stock};

/// The matching stock rows. Advised reorder points are derived from sales and purchases, so both
/// have to be permitted.
pub(super) async fn load_permitted_stock(
    context: &ToolContext<'_>,
    filter: StockFilter<'_>,
) -> Result<Vec<StockItem>, ToolError> {
    let (purchases, stock, sales) = (
        context.require(PurchasingRead)?,
        context.require(InventoryRead)?,
        context.require(SalesRead)?,
    );
    Ok(read_advised_stock(
        &context.rolled_up_db().await?,
        context.organization(),
        context.as_of(),
        filter,
        (&purchases, &stock, &sales),
    )
    .await?)
}
