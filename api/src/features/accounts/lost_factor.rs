//! What an operator does for somebody who has lost their second factor and every recovery code.

use super::letters;
use super::register::normal_email;
use super::telling::news;
use crate::clock::Clock;
use crate::db::Database;
use crate::http::ApiError;
use crate::mail::{LetterKind, Letters};

/// What became of the wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostFactor {
    /// Signing in asks for the password alone, so many sessions were ended, and a letter tells the
    /// person.
    Reset(u64),
    /// There was none to turn off.
    NotOn,
    /// Nobody has this address.
    Nobody,
}

/// Turns two-step sign-in off for whoever has this address, ends their sessions and tells them, all
/// or nothing. The audit log of the organization that they enter tells of it.
pub async fn reset_lost_factor(
    email: &str,
    database: &Database,
    letters: &Letters,
    clock: &Clock,
) -> Result<LostFactor, ApiError> {
    let (platform, email, now) = (database.platform(), normal_email(email), clock.now());
    let account = platform.account_by_email(&email).await?;
    let (person, access) = match account {
        Some(account) => (account.person, Some(account.access)),
        None => match platform.person_without_organization(&email).await? {
            Some(person) => (person, None),
            None => return Ok(LostFactor::Nobody),
        },
    };
    let words = letters::second_factor_was_reset(&person.name, &letters.page("/forgot-password"));
    let told = letters.write(&news(&person, LetterKind::SecondFactor, words, now))?;
    let ended = platform
        .reset_second_factor(crate::ids::PersonId(person.id), told, access.as_ref(), now)
        .await?;
    Ok(ended.map_or(LostFactor::NotOn, LostFactor::Reset))
}
