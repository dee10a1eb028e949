//! Validated registrations, and creation of their organizations.

use crate::auth::permission::Role;
use crate::auth::{Password, PasswordError, PasswordHashPool, WeakPassword};
use crate::clock::Clock;
use crate::db::{Account, Actor, Database, DbError, NewAccount, PlatformDb, RequestOrigin};
use crate::entropy::{Entropy, EntropyError};
use crate::http::{ErrorDetail, ErrorDetailCode};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{organization, person};

/// Validated values to create an organization with its owner.
#[derive(Debug)]
pub struct Registration {
    organization: String,
    name: String,
    email: String,
    password: Password,
    time_zone: Tz,
    is_demo: bool,
    origin: Option<RequestOrigin>,
    only_first: bool,
}

/// Why a registration failed.
#[derive(Debug, thiserror::Error)]
pub enum RegistrationError {
    /// The email address already has an account.
    #[error("the email address already has an account")]
    EmailTaken,
    /// Another account was the first.
    #[error("another account was created first")]
    NotFirst,
    /// The password could not be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// No randomness is available for ids.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

/// The form in which email addresses are stored and compared: trimmed and in lowercase.
pub(super) fn normalize_email(text: &str) -> String {
    text.trim().to_lowercase()
}

/// The normalized email address, if it is valid.
pub(in crate::features) fn check_email(text: &str) -> Result<String, ErrorDetail> {
    let email = normalize_email(text);
    if is_valid_email(&email) {
        return Ok(email);
    }
    Err(ErrorDetail::new(
        "email",
        ErrorDetailCode::Email,
        "Enter an email address such as ada@prairie.example.",
    ))
}

fn is_valid_email(text: &str) -> bool {
    let plain = text.len() <= 254 && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    plain
        && text.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && !domain.contains('@')
                && domain.trim_matches('.') == domain
                && !domain.is_empty()
        })
}

/// The trimmed name. Adds an error for `path` to `errors` if it is invalid.
pub(in crate::features) fn check_name(
    path: &str,
    text: &str,
    what: &str,
    errors: &mut Vec<ErrorDetail>,
) -> String {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > 120 || text.chars().any(char::is_control) {
        let message = format!("Enter {what} with 1 to 120 characters.");
        errors.push(ErrorDetail::text_length(path, 1, 120, message));
    }
    text.to_owned()
}

/// The time zone with this IANA name. Adds an error to `errors` if there is none.
pub(in crate::features) fn check_time_zone(text: &str, errors: &mut Vec<ErrorDetail>) -> Tz {
    text.parse::<Tz>().unwrap_or_else(|_| {
        errors.push(ErrorDetail::new(
            "timeZone",
            ErrorDetailCode::TimeZone,
            "Enter an IANA time zone such as America/Chicago.",
        ));
        Tz::UTC
    })
}

impl Registration {
    /// Validates the values and returns all errors at once.
    pub fn try_new(
        organization: &str,
        name: &str,
        email: &str,
        password: String,
        time_zone: Option<&str>,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let password = Password::new(password);
        let weakness = password.check_policy(&[email, name, organization]).err();
        Self::validate_fields(organization, name, email, password, weakness, time_zone)
    }

    /// The registration of the demo organization. Its public password is not checked.
    pub fn for_demo(
        organization: &str,
        name: &str,
        email: &str,
        password: String,
        time_zone: Option<&str>,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let demo = Self::validate_fields(
            organization,
            name,
            email,
            Password::new(password),
            None,
            time_zone,
        )?;
        Ok(Self {
            is_demo: true,
            ..demo
        })
    }

    fn validate_fields(
        organization: &str,
        name: &str,
        email: &str,
        password: Password,
        weakness: Option<WeakPassword>,
        time_zone: Option<&str>,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let mut errors = Vec::new();
        let organization = check_name(
            "organization",
            organization,
            "the organization's name",
            &mut errors,
        );
        let name = check_name("name", name, "your name", &mut errors);
        let email = check_email(email)
            .map_err(|detail| errors.push(detail))
            .unwrap_or_default();
        errors.extend(weakness.map(|weakness| weakness.to_detail("password")));
        let time_zone = check_time_zone(time_zone.unwrap_or("UTC"), &mut errors);
        if errors.is_empty() {
            Ok(Self {
                organization,
                name,
                email,
                password,
                time_zone,
                is_demo: false,
                origin: None,
                only_first: false,
            })
        } else {
            Err(errors)
        }
    }

    /// The registration, requested from `origin`.
    #[must_use]
    pub fn with_origin(self, origin: RequestOrigin) -> Self {
        Self {
            origin: Some(origin),
            ..self
        }
    }

    /// The registration, only to be the first of the installation.
    #[must_use]
    pub(super) fn only_first(self, only_first: bool) -> Self {
        Self { only_first, ..self }
    }

    /// Creates the organization for an existing person who belongs to none, or with a new owner.
    pub(super) async fn create_organization_for(
        self,
        returning: Option<person::Model>,
        database: &Database,
        passwords: &PasswordHashPool,
        clock: &Clock,
        entropy: &Entropy,
    ) -> Result<Account, RegistrationError> {
        let Some(person) = returning else {
            return self
                .create_organization(database, passwords, clock, entropy)
                .await;
        };
        let platform = database.platform();
        let organization = self
            .build_organization(&platform, clock.now(), entropy)
            .await?;
        let id = PersonId(person.id);
        let author =
            Actor::for_person(id, &person.name).with_origin(self.origin.unwrap_or_default());
        let access = platform
            .create_organization(organization, id, author, Role::Owner.name(), 1)
            .await?;
        Ok(Account {
            access: access.ok_or(RegistrationError::EmailTaken)?,
            person,
        })
    }

    async fn build_organization(
        &self,
        platform: &PlatformDb,
        now: DateTime<Utc>,
        entropy: &Entropy,
    ) -> Result<organization::Model, RegistrationError> {
        Ok(organization::Model {
            id: entropy.uuid_v7(now)?,
            slug: find_free_slug(platform, &self.organization, entropy).await?,
            name: self.organization.clone(),
            currency: None,
            time_zone: self.time_zone.name().to_owned(),
            is_demo: self.is_demo,
            data_version: 0,
            created_at: now,
            suspended_at: None,
            suspended_reason: None,
            max_members: None,
            max_rows: None,
            max_monthly_questions: None,
            deletion_started_at: None,
            mfa_required: false,
            owns_warehouse_root: false,
            week_start: 1,
            fiscal_year_start: 1,
        })
    }

    /// Creates the organization and its owner.
    pub async fn create_organization(
        self,
        database: &Database,
        passwords: &PasswordHashPool,
        clock: &Clock,
        entropy: &Entropy,
    ) -> Result<Account, RegistrationError> {
        let platform = database.platform();
        let now = clock.now();
        let organization = self.build_organization(&platform, now, entropy).await?;
        let password_hash = passwords.hash_password(self.password).await?;
        let new = NewAccount {
            organization,
            person: person::Model {
                id: entropy.uuid_v7(now)?,
                email: self.email,
                name: self.name,
                password_hash,
                disabled_at: None,
                created_at: now,
            },
            role: Role::Owner.name().to_owned(),
            origin: self.origin,
            only_first: self.only_first,
        };
        let created = platform.create_account(new).await;
        created
            .map_err(|error| match error {
                DbError::Duplicate(_) => RegistrationError::EmailTaken,
                other => RegistrationError::Database(other),
            })?
            .ok_or(RegistrationError::NotFirst)
    }
}

/// An unused slug for this name.
pub(in crate::features) async fn find_free_slug(
    platform: &PlatformDb,
    name: &str,
    entropy: &Entropy,
) -> Result<String, RegistrationError> {
    let slug = slugify(name);
    if platform.is_slug_taken(&slug).await? {
        return Ok(format!(
            "{slug}-{:08x}",
            u32::from_be_bytes(entropy.random_bytes::<4>()?)
        ));
    }
    Ok(slug)
}

/// The slug of a name: lowercase letters, digits and single hyphens.
pub fn slugify(name: &str) -> String {
    let mut slug = String::new();
    for c in name.to_lowercase().chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug: String = slug.trim_end_matches('-').chars().take(48).collect();
    if slug.is_empty() {
        "organization".to_owned()
    } else {
        slug
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugifies_names() {
        assert_eq!(
            slugify("Prairie Seed & Supply, Inc."),
            "prairie-seed-supply-inc"
        );
        assert_eq!(slugify("  "), "organization");
        assert_eq!(slugify("Ünïcode"), "n-code");
    }

    #[test]
    fn reports_all_invalid_values() {
        let errors = Registration::try_new(
            " ",
            "Ada",
            "no address",
            "short".to_owned(),
            Some("Mars/Olympus"),
        )
        .unwrap_err();
        let paths: Vec<_> = errors.iter().map(|detail| detail.path.as_str()).collect();
        assert_eq!(paths, ["organization", "email", "password", "timeZone"]);
    }

    #[test]
    fn normalizes_email_addresses() {
        let ok = Registration::try_new(
            "P",
            "A",
            " Ada@Prairie.Example ",
            "long enough".to_owned(),
            None,
        )
        .unwrap();
        assert_eq!(ok.email, "ada@prairie.example");
    }
}
