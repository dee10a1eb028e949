//! What an operator does where somebody else may be signed in as a person.

use super::registration::normalize_email;
use crate::clock::Clock;
use crate::db::Database;
use crate::http::ApiError;
use crate::ids::PersonId;

/// Ends every session of whoever has this address, and says how many; `None` where nobody has it.
/// The audit log of the organization that they enter tells of it.
pub async fn revoke_all_sessions(
    email: &str,
    database: &Database,
    clock: &Clock,
) -> Result<Option<u64>, ApiError> {
    let (platform, email, now) = (database.platform(), normalize_email(email), clock.now());
    let (person, access) = match platform.find_account_by_email(&email).await? {
        Some(account) => (account.person, Some(account.access)),
        None => match platform.find_person_without_organization(&email).await? {
            Some(person) => (person, None),
            None => return Ok(None),
        },
    };
    Ok(Some(
        platform
            .revoke_all_sessions(PersonId(person.id), access.as_ref(), now)
            .await?,
    ))
}
