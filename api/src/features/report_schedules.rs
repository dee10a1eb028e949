//! Scheduled reports: tables that members get by email at regular times, each with the rows that
//! the recipient's own permissions allow.

mod cadence;
mod dashboard_report;
mod delivery_store;
mod metric_report;
mod page_reports;
mod preview;
mod report_email;
mod report_sender;
mod report_source;
mod routes;
mod store;
mod supply_report;
mod wire;

pub use report_sender::ReportSender;
pub use report_source::ReportSource;
pub use routes::ReportSchedulesApi;
