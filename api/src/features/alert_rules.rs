//! Alert rules: conditions on figures. A rule notifies once when its condition starts to hold and
//! once when it ends.

mod evaluator;
mod measurement;
mod routes;
mod rule_kind;
mod store;
mod wire;

pub use evaluator::AlertRuleEvaluator;
pub use routes::AlertRulesApi;
