//! Whether the members of an organization have to use two-step sign-in, over HTTP.

mod mfa_policy_email;
mod wire;

use self::wire::{MfaPolicy, MfaPolicyChange};
use super::{refuse_demo, require_person};
use crate::auth::permission::MembersManage;
use crate::auth::{Authority, MfaService, Signed};
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{EmailKind, Mailer};
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use chrono::TimeDelta;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// Who is told once is not told again so soon, however often it is turned on and off.
const EMAIL_INTERVAL: TimeDelta = TimeDelta::days(1);

/// How the organization has its members sign in.
pub struct MfaPolicyApi {
    /// Forgets who was let in without.
    pub authority: Arc<Authority>,
    /// Knows who has set up two-step sign-in.
    pub mfa: MfaService,
    /// Where people and organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the letters.
    pub mailer: Mailer,
}

#[OpenApi(tag = "Tag::Organizations")]
impl MfaPolicyApi {
    /// Read whether members have to use two-step sign-in
    ///
    /// And how many of them have not set it up.
    #[oai(
        path = "/api/second-step",
        method = "get",
        operation_id = "getSecondStep"
    )]
    async fn get_mfa_policy(&self, signed: Signed) -> Result<Json<Envelope<MfaPolicy>>, ApiError> {
        signed.scope().require(MembersManage)?;
        Ok(Json(Envelope::new(MfaPolicy::from_summary(
            self.database
                .platform()
                .load_mfa_policy(signed.scope().access().tenant())
                .await?,
        ))))
    }

    /// Say whether members have to use two-step sign-in
    ///
    /// Where they have to, whoever has not set it up reaches nothing of the organization but
    /// setting it up, within 2 seconds on every server, and is told by letter. Who asks for it must
    /// have set it up for themselves (409 `own_second_step_first`). API keys go on: they have no
    /// password that somebody could guess.
    #[oai(
        path = "/api/second-step",
        method = "put",
        operation_id = "setSecondStep"
    )]
    async fn set_mfa_policy(
        &self,
        signed: Signed,
        body: Json<MfaPolicyChange>,
    ) -> Result<Json<Envelope<MfaPolicy>>, ApiError> {
        let scope = signed.scope();
        scope.require(MembersManage)?;
        let person = require_person(scope)?;
        refuse_demo(scope)?;
        let MfaPolicyChange { required } = body.0;
        if required && !self.mfa.is_enabled(PersonId(person.id)).await? {
            let words = "Set up two-step sign-in for yourself first, on your account page: \
                otherwise this would shut you out.";
            return Err(ApiError::conflict("own_second_step_first", words));
        }
        let (platform, organization, now) = (
            self.database.platform(),
            scope.access().organization(),
            self.clock.now(),
        );
        let mut told = Vec::new();
        if required {
            let kind = EmailKind::MfaRequired;
            for member in platform
                .list_members_to_notify_of_mfa(organization.id, kind.name(), EMAIL_INTERVAL, now)
                .await?
            {
                told.push(
                    self.mailer
                        .seal_email(&mfa_policy_email::mfa_required_email(
                            &member,
                            organization,
                            &person.name,
                            &self.mailer.page_url("/account"),
                            now,
                        ))?,
                );
            }
        }
        platform
            .set_mfa_policy(scope.access(), required, told, now)
            .await?;
        self.authority.clear_lookups();
        Ok(Json(Envelope::new(MfaPolicy::from_summary(
            platform.load_mfa_policy(organization.id).await?,
        ))))
    }
}
