//! Season position and purchase decisions of a dealer with branches: demand with bookings and
//! forecast counted once, lead times, the position by week, and what to buy or move. Pure
//! functions; days are numbers, quantities and money are scaled by 10^4.

mod booking_curve;
mod calendar;
mod deliveries;
mod demand_model;
mod demand_path;
mod gamma_loss;
mod input;
mod lead_time;
mod lot_sizing;
mod number;
mod packed_position;
mod plan;
mod position_grid;
mod replay;
mod row_plan;
mod sales_dating;
mod season_profile;
mod season_timing;
mod substitutes;
mod transfers;

pub use deliveries::Deliveries;
pub use demand_model::{DemandModel, ItemDemand, RowDemand};
pub use input::{
    Arrival, ClosedBooking, Costs, Day, Delivery, DueChange, History, Morning, OpenBooking,
    PriceChange, StockOut, StockRow, SupplierOrder,
};
pub use lead_time::LeadTimes;
pub use lot_sizing::YearCosts;
pub use number::{from_e4, to_e4};
pub use packed_position::PackedPosition;
pub use plan::{
    LaterOrder, OrderLine, Plan, Planner, RowLevel, RowPosition, SubstituteLine, SubstituteTerms,
    TransferLine, TransferTerms,
};
pub use position_grid::{
    BalanceInterval, PositionCell, WeeklyUnits, build_cells, build_intervals, first_short_week,
    missing_bookings_e4, replace_arrivals,
};
pub use replay::{PastBooking, PastOrder, Replay, ReplayComparison, ReplayResult, replay_plans};
pub use sales_dating::{DatingEvidence, DatingReason, SaleDelivery, SalesDating};

#[cfg(test)]
mod test_retailer;
#[cfg(test)]
mod waiting_simulation;
