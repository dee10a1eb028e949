//! Whether the members of an organization have to use two-step sign-in, over HTTP.

mod letter;
mod wire;

use self::wire::{SecondStep, SecondStepChange};
use super::{refuse_demo, who};
use crate::auth::permission::MembersManage;
use crate::auth::{Authority, SecondFactors, Signed};
use crate::clock::Clock;
use crate::db::Database;
use crate::http::{ApiError, Envelope, Tag};
use crate::ids::PersonId;
use crate::mail::{LetterKind, Letters};
use chrono::TimeDelta;
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use std::sync::Arc;

/// Who is told once is not told again so soon, however often it is turned on and off.
const TOLD_ONCE_IN: TimeDelta = TimeDelta::days(1);

/// How the organization has its members sign in.
pub struct SecondStepApi {
    /// Forgets who was let in without.
    pub authority: Arc<Authority>,
    /// Knows who has set up two-step sign-in.
    pub second_factors: SecondFactors,
    /// Where people and organizations are kept.
    pub database: Database,
    /// Tells the time.
    pub clock: Clock,
    /// Writes the letters.
    pub letters: Letters,
}

#[OpenApi(tag = "Tag::Organizations")]
impl SecondStepApi {
    /// Read whether members have to use two-step sign-in
    ///
    /// And how many of them have not set it up.
    #[oai(
        path = "/api/second-step",
        method = "get",
        operation_id = "getSecondStep"
    )]
    async fn get_second_step(
        &self,
        signed: Signed,
    ) -> Result<Json<Envelope<SecondStep>>, ApiError> {
        signed.scope().require(MembersManage)?;
        Ok(Json(Envelope::of(SecondStep::of(
            self.database
                .platform()
                .second_step_demand(signed.scope().access().tenant())
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
    async fn set_second_step(
        &self,
        signed: Signed,
        body: Json<SecondStepChange>,
    ) -> Result<Json<Envelope<SecondStep>>, ApiError> {
        let scope = signed.scope();
        scope.require(MembersManage)?;
        let person = who(scope)?;
        refuse_demo(scope)?;
        let SecondStepChange { required } = body.0;
        if required && !self.second_factors.is_on(PersonId(person.id)).await? {
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
            let kind = LetterKind::SecondStepDemanded;
            for member in platform
                .members_to_tell_of_second_step(organization.id, kind.name(), TOLD_ONCE_IN, now)
                .await?
            {
                told.push(self.letters.write(&letter::demanded(
                    &member,
                    organization,
                    &person.name,
                    &self.letters.page("/account"),
                    now,
                ))?);
            }
        }
        platform
            .demand_second_step(scope.access(), required, told, now)
            .await?;
        self.authority.forget();
        Ok(Json(Envelope::of(SecondStep::of(
            platform.second_step_demand(organization.id).await?,
        ))))
    }
}
