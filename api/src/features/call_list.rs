//! The call list: whom each salesperson should call, outcomes of calls, and their effect.

pub mod call_outcome;
pub mod call_visibility;
mod listed_calls;
mod outcome_store;
mod report_store;
mod routes;
mod wire;

pub use listed_calls::{ListedCalls, ListedCallsError, read_listed_calls};
pub use report_store::{CallReportError, CallReports};
pub use routes::CallListApi;
