//! One room per noun of the trade. Rooms may call each other's published reads, without circles.

pub mod accounts;
pub mod platform;
