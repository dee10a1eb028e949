//! Purchasing: dashboard cards, recommendations, draft orders, suppliers and stock status.

pub mod affected_customers;
pub mod announced_prices;
mod approval_limit;
mod approval_limit_routes;
mod bounded_number;
mod correction_routes;
mod correction_store;
pub mod dashboard_cards;
mod data_horizon;
mod delivery_history;
mod demand_history;
pub mod drafts;
mod item_categories;
pub mod lead_time;
pub mod location_map;
mod location_routes;
mod location_store;
pub mod ordering_costs;
mod past_order_store;
pub mod plan_record;
pub mod plan_scenario;
pub mod planned_substitute;
mod planning_input_store;
pub mod position_list;
mod position_routes;
mod purchase_currency;
pub mod purchase_plan;
pub mod purchase_plan_list;
mod purchase_plan_routes;
mod purchase_plan_store;
mod purchasing_settings;
pub mod recommend;
mod recommendation_list;
pub mod recommendations;
pub mod reorder_levels;
mod routes;
pub mod sale_prices;
pub mod sales_by_stock;
pub mod season_position;
mod season_position_store;
mod settings_routes;
pub mod stock_correction;
pub mod stock_status;
mod stock_store;
mod store;
pub mod substitution_groups;
mod supplier_contact_routes;
mod supplier_contact_store;
mod supplier_store;
pub mod suppliers;
mod weekly_sales;
mod wire;

pub use approval_limit_routes::ApprovalLimitsApi;
pub use correction_routes::StockCorrectionsApi;
pub use data_horizon::{FigureDay, read_figure_day};
pub use drafts::{DraftOrdersApi, OrderEmailSender, OrderEmailsApi};
pub use item_categories::{ItemCategories, UNKNOWN_CATEGORY, read_item_categories};
pub use location_routes::LocationMappingApi;
pub use position_routes::SeasonPositionApi;
pub use purchase_currency::{PurchaseCurrency, read_organization_currency, read_purchase_currency};
pub use purchase_plan_routes::PurchasePlanApi;
pub use purchase_plan_store::{PlanProofs, PurchasePlans, read_plan_record, read_purchase_plan};
pub use routes::PurchasingApi;
pub use season_position_store::{SeasonPositions, read_season_position};
pub use settings_routes::PurchasingSettingsApi;
pub use stock_store::{StockFilter, read_sold_last_year, read_stock_items};
pub use store::{CardsReport, read_active_suppliers, read_cards, read_levels_backtest};
pub use supplier_contact_routes::SupplierContactsApi;
pub use supplier_store::{
    ActiveSupplier, PurchaseExtent, SpendingReport, list_active_suppliers, read_agreed_lead_times,
    read_delivering_suppliers, read_lead_times, read_punctuality, read_purchase_extent,
    read_spending, supplier_exists,
};
