//! What the account operations take and give.

use crate::auth::SignedIn;
use crate::db::Access;
use chrono::{DateTime, Utc};
use entities::person;
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A new organization with its owner.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct Register {
    /// The business's name, as people will see it.
    pub organization: String,
    /// The owner's own name.
    pub name: String,
    /// Where the owner can be reached; also the sign-in name.
    pub email: String,
    /// At least 8 characters; nothing about their kinds.
    pub password: String,
    /// IANA name such as `America/Chicago`; decides what "today" is. UTC where it is left out.
    pub time_zone: Option<String>,
}

impl Example for Register {
    fn example() -> Self {
        Self {
            organization: "Prairie Seed & Supply".to_owned(),
            name: "Ada Larsen".to_owned(),
            email: "ada@prairie.example".to_owned(),
            password: "a long pass phrase".to_owned(),
            time_zone: Some("America/Chicago".to_owned()),
        }
    }
}

/// Who wants to sign in.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct Login {
    /// The address that was registered.
    pub email: String,
    /// The password.
    pub password: String,
}

impl Example for Login {
    fn example() -> Self {
        Self { email: "demo@sprout.example".to_owned(), password: "sprout-demo".to_owned() }
    }
}

/// A session that was opened or refreshed. The refresh token travels in a cookie that scripts cannot read.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct Session {
    /// The access token; send it as `Authorization: Bearer`.
    pub token: String,
    /// When the token stops being valid.
    pub expires_at: DateTime<Utc>,
    /// Who is signed in.
    pub user: User,
    /// Where they work.
    pub organization: Organization,
}

/// Somebody who is signed in.
#[derive(Object)]
pub(super) struct User {
    pub id: Uuid,
    pub name: String,
    pub email: String,
}

/// An organization as one of its people sees it.
#[derive(Object)]
pub(super) struct Organization {
    pub id: Uuid,
    /// Unique, lower-case.
    pub slug: String,
    pub name: String,
    /// The person's role: `owner`, `admin`, `member` or `viewer`.
    pub role: String,
}

/// The account of whoever is signed in.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct Account {
    pub id: Uuid,
    pub name: String,
    pub email: String,
    /// The organization's name.
    pub farm_name: String,
    pub organization: Organization,
    /// IANA name; decides what "today" is for the organization's figures.
    pub time_zone: String,
    /// What the role allows, such as `sync.run`.
    pub permissions: Vec<String>,
    /// True in the generated demo organization.
    pub sample: bool,
}

/// What a person may change about themselves.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct AccountPatch {
    /// The name others see.
    pub name: Option<String>,
}

impl Example for AccountPatch {
    fn example() -> Self {
        Self { name: Some("Ada Larsen".to_owned()) }
    }
}

impl Organization {
    pub(super) fn of(access: &Access) -> Self {
        let organization = access.organization();
        Self { id: organization.id.0, slug: organization.slug.clone(), name: organization.name.clone(), role: access.role().to_owned() }
    }
}

impl Session {
    pub(super) fn of(signed_in: SignedIn) -> Self {
        let person::Model { id, name, email, .. } = signed_in.person;
        Self { token: signed_in.token, expires_at: signed_in.expires_at, user: User { id, name, email }, organization: Organization::of(&signed_in.access) }
    }
}
