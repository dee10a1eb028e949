//! Figures of any measure by any dimension: the catalogue, its queries, and their answers.

mod answer_table;
mod routes;
mod shared_views;
mod store;
mod views;
mod wire;

pub use answer_table::to_report_table;
pub use routes::MetricsApi;
pub use shared_views::SharedViewsApi;
pub use store::{
    MetricError, QueryAccess, answer_query, explain_change, load_member_names, query_calendar,
    required_permissions,
};
pub use views::{SavedViewsApi, ViewQuery, find_view_query};
