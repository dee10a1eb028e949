//! Tools about suppliers.

mod supplier_performance;

pub(super) use supplier_performance::supplier_performance;
