//! What was deleted is gone: from every table that the database's catalogue names, and nothing of
//! anybody else with it.

mod account_deletion;
pub(crate) mod database_dump;
pub(crate) mod full_organization;
mod organization_deletion;
