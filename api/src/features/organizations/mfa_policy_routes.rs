//! HTTP operations on the MFA policy of an organization.

mod mfa_policy_email;

use super::routes::{require_current_organization, require_person};
use crate::auth::permission::MembersManage;
use crate::auth::{Authority, MfaService, Signed};
use crate::clock::Clock;
use crate::db::{Database, MfaPolicySummary};
use crate::email::{EmailKind, Mailer};
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use chrono::TimeDelta;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use sea_orm::prelude::Uuid;
use std::sync::Arc;

/// The MFA policy of the organization.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
struct MfaPolicy {
    /// Whether members must set up MFA to access the organization.
    required: bool,
    /// The number of members.
    members: u64,
    /// The number of members without MFA.
    members_without_mfa: u64,
}

/// A change of the MFA policy.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
struct MfaPolicyChange {
    /// Whether members must set up MFA.
    required: bool,
}

impl Example for MfaPolicyChange {
    fn example() -> Self {
        Self { required: true }
    }
}

impl MfaPolicy {
    fn from_summary(
        MfaPolicySummary {
            required,
            members,
            members_without_mfa,
        }: MfaPolicySummary,
    ) -> Self {
        Self {
            required,
            members,
            members_without_mfa,
        }
    }
}

/// The minimum interval between emails to a member, however often the policy changes.
const EMAIL_INTERVAL: TimeDelta = TimeDelta::days(1);

/// The MFA policy.
pub struct MfaPolicyApi {
    /// Clears cached lookups.
    pub authority: Arc<Authority>,
    /// Checks whether MFA is enabled.
    pub mfa: MfaService,
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Seals the emails.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Organizations")]
impl MfaPolicyApi {
    /// Get the MFA policy
    ///
    /// Whether members must set up MFA, and how many have not. The session must work in the
    /// organization.
    #[oai(
        path = "/api/organizations/:id/mfa-policy",
        method = "get",
        operation_id = "getMfaPolicy"
    )]
    async fn get_mfa_policy(
        &self,
        signed: Signed,
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<MfaPolicy>>, ApiError> {
        let scope = signed.scope();
        scope.require(MembersManage)?;
        require_current_organization(&self.database, scope, id.0).await?;
        Ok(Json(Envelope::new(MfaPolicy::from_summary(
            self.database
                .platform()
                .load_mfa_policy(scope.access().tenant())
                .await?,
        ))))
    }

    /// Set the MFA policy
    ///
    /// If MFA is required, members who have not set it up lose access to everything in the
    /// organization except its setup, within 2 seconds on every server, and get an email. The
    /// caller must have MFA enabled (409 `own_mfa_required`). API keys keep working. The session
    /// must work in the organization.
    #[oai(
        path = "/api/organizations/:id/mfa-policy",
        method = "put",
        operation_id = "setMfaPolicy"
    )]
    async fn set_mfa_policy(
        &self,
        signed: Signed,
        id: Path<Uuid>,
        body: Json<MfaPolicyChange>,
    ) -> Result<Json<Envelope<MfaPolicy>>, ApiError> {
        let scope = signed.scope();
        scope.require(MembersManage)?;
        require_current_organization(&self.database, scope, id.0).await?;
        let person = require_person(scope)?;
        scope.refuse_demo()?;
        let MfaPolicyChange { required } = body.0;
        if required && !self.mfa.is_enabled(PersonId(person.id)).await? {
            let message = "Set up MFA on your account page first. Otherwise you would lose \
                access.";
            return Err(ApiError::conflict("own_mfa_required", message));
        }
        let (platform, organization, now) = (
            self.database.platform(),
            scope.access().organization(),
            self.clock.now(),
        );
        let mut emails = Vec::new();
        if required {
            let kind = EmailKind::MfaRequired;
            let members = platform
                .list_members_to_notify_of_mfa(organization.id, kind.name(), EMAIL_INTERVAL, now)
                .await?;
            let people: Vec<PersonId> = members.iter().map(|one| PersonId(one.id)).collect();
            let languages = platform.list_languages(&people).await?;
            let account_page = self.mailer.page_url("/account");
            for (member, id) in members.iter().zip(people) {
                let language = languages.get(&id).copied().unwrap_or_default();
                emails.push(
                    self.mailer
                        .seal_email(&mfa_policy_email::mfa_required_email(
                            member,
                            organization,
                            (&person.name, &account_page),
                            (language, now),
                        ))?,
                );
            }
        }
        let policy = platform
            .set_mfa_policy(scope.access(), required, emails, now)
            .await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(MfaPolicy::from_summary(policy))))
    }
}
