//! What was deleted is gone: from every table that the database's catalogue names, and nothing of
//! anybody else with it.

pub(crate) mod dump;
pub(crate) mod full_house;
mod of_accounts;
mod of_organizations;
