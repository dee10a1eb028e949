//! Deleted data is gone from every table in the database catalog; data of others stays.

mod account_deletion;
pub(crate) mod database_dump;
pub(crate) mod full_organization;
mod organization_deletion;
