//! A registration that has been checked, and the organization it becomes.

use crate::auth::permission::Role;
use crate::auth::{Password, PasswordError, PasswordHashPool};
use crate::clock::Clock;
use crate::db::{Account, Actor, Database, DbError, NewAccount, PlatformDb, RequestOrigin};
use crate::entropy::{Entropy, EntropyError};
use crate::http::ErrorDetail;
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entities::{organization, person};

/// Everything needed to create an organization with its owner, checked.
#[derive(Debug)]
pub struct Registration {
    organization: String,
    name: String,
    email: String,
    password: Password,
    time_zone: Tz,
    is_demo: bool,
    origin: Option<RequestOrigin>,
}

/// Why no organization was created.
#[derive(Debug, thiserror::Error)]
pub enum RegistrationError {
    /// Somebody has registered this address already.
    #[error("this e-mail address is registered already")]
    EmailTaken,
    /// The password could not be hashed.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// The database could not be reached or refused.
    #[error(transparent)]
    Database(#[from] DbError),
    /// No randomness for ids.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

/// The form in which addresses are kept and compared.
pub(super) fn normalize_email(text: &str) -> String {
    text.trim().to_lowercase()
}

/// An address in the form in which it is kept.
pub(in crate::features) fn check_email(text: &str) -> Result<String, ErrorDetail> {
    let email = normalize_email(text);
    if is_valid_email(&email) {
        return Ok(email);
    }
    Err(ErrorDetail {
        path: "email".to_owned(),
        message: "Give an e-mail address such as ada@prairie.example.".to_owned(),
    })
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

pub(in crate::features) fn check_name(
    path: &str,
    text: &str,
    what: &str,
    wrong: &mut Vec<ErrorDetail>,
) -> String {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > 120 || text.chars().any(char::is_control) {
        wrong.push(ErrorDetail {
            path: path.to_owned(),
            message: format!("Give {what} in 1 to 120 characters."),
        });
    }
    text.to_owned()
}

/// A zone by its IANA name; UTC where it is none, which is then wrong.
pub(in crate::features) fn check_time_zone(text: &str, wrong: &mut Vec<ErrorDetail>) -> Tz {
    text.parse::<Tz>().unwrap_or_else(|_| {
        wrong.push(ErrorDetail {
            path: "timeZone".to_owned(),
            message: "Give an IANA time zone such as America/Chicago.".to_owned(),
        });
        Tz::UTC
    })
}

impl Registration {
    /// Checks every value and lists all that are not acceptable.
    pub fn try_new(
        organization: &str,
        name: &str,
        email: &str,
        password: String,
        time_zone: Option<&str>,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let password = Password::new(password);
        let guessable = password.check_policy(&[email, name, organization]).err();
        Self::validate_fields(organization, name, email, password, guessable, time_zone)
    }

    /// The registration of the generated demo, whose password is public on purpose.
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
        guessable: Option<&'static str>,
        time_zone: Option<&str>,
    ) -> Result<Self, Vec<ErrorDetail>> {
        let mut wrong = Vec::new();
        let organization = check_name(
            "organization",
            organization,
            "the organization's name",
            &mut wrong,
        );
        let name = check_name("name", name, "your name", &mut wrong);
        let email = check_email(email)
            .map_err(|detail| wrong.push(detail))
            .unwrap_or_default();
        if let Some(message) = guessable {
            wrong.push(ErrorDetail {
                path: "password".to_owned(),
                message: message.to_owned(),
            });
        }
        let time_zone = check_time_zone(time_zone.unwrap_or("UTC"), &mut wrong);
        if wrong.is_empty() {
            Ok(Self {
                organization,
                name,
                email,
                password,
                time_zone,
                is_demo: false,
                origin: None,
            })
        } else {
            Err(wrong)
        }
    }

    /// The same registration, asked for from there.
    #[must_use]
    pub fn with_origin(self, origin: RequestOrigin) -> Self {
        Self {
            origin: Some(origin),
            ..self
        }
    }

    /// Creates the organization for somebody who has an account and belongs to none, or with a new
    /// owner.
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
            most_people: None,
            most_rows: None,
            most_questions: None,
            deleting_at: None,
            second_step_required: false,
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
        };
        platform
            .create_account(new)
            .await
            .map_err(|error| match error {
                DbError::Duplicate(_) => RegistrationError::EmailTaken,
                other => RegistrationError::Database(other),
            })
    }
}

/// A slug that no organization has, made from this name.
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

/// A name for addresses and the command line: lower-case letters, digits and single hyphens.
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
    fn slugs_are_plain() {
        assert_eq!(
            slugify("Prairie Seed & Supply, Inc."),
            "prairie-seed-supply-inc"
        );
        assert_eq!(slugify("  "), "organization");
        assert_eq!(slugify("Ünïcode"), "n-code");
    }

    #[test]
    fn every_wrong_value_is_listed_at_once() {
        let wrong = Registration::try_new(
            " ",
            "Ada",
            "no address",
            "short".to_owned(),
            Some("Mars/Olympus"),
        )
        .unwrap_err();
        let paths: Vec<_> = wrong.iter().map(|detail| detail.path.as_str()).collect();
        assert_eq!(paths, ["organization", "email", "password", "timeZone"]);
    }

    #[test]
    fn addresses_are_compared_trimmed_and_in_lower_case() {
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
