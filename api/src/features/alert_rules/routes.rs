//! Operations on alert rules.

use super::measurement::{MeasurementError, Watched};
use super::store::{
    MAX_RULES, SaveRuleError, create_rule, delete_rule, list_rules, load_channels,
    load_open_members, replace_channels, replace_rule,
};
use super::wire::{AlertPreviewStep, AlertRule, AlertRuleInput, AlertRulePreview, AlertRules};
use crate::auth::permission::{AlertsManage, OrganizationManage, Permissions};
use crate::auth::{PermissionError, Scope, Signed};
use crate::clock::Clock;
use crate::entropy::Entropy;
use crate::features::metrics::query_calendar;
use crate::features::notifications::{parse_access, stored_access};
use crate::http::{
    Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag, default_page_size, parse_id_cursor,
};
use alert_rules::PreviewStep;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use sea_orm::prelude::Uuid;

/// Alert rules.
pub struct AlertRulesApi {
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
}

#[OpenApi(tag = "Tag::AlertRules")]
impl AlertRulesApi {
    /// List alert rules
    ///
    /// The caller's rules, and those of other members whose measure the caller may read, newest
    /// first, with their open alerts.
    #[oai(
        path = "/api/alert-rules",
        method = "get",
        operation_id = "listAlertRules"
    )]
    async fn list_alert_rules(
        &self,
        signed: Signed,
        /// Rules per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<AlertRules>>, ApiError> {
        let scope = signed.scope();
        let (person, held) = (scope.require_person_id()?, scope.permissions());
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = list_rules(&db, person, held, limit.0, before).await?;
        // Owners who lost a permission see their rules without figures.
        let readable: Vec<Uuid> = page
            .items
            .iter()
            .filter(|rule| holds_all(held, parse_access(&rule.required_access)))
            .map(|rule| rule.id)
            .collect();
        let open = load_open_members(&db, &readable).await?;
        let listed: Vec<Uuid> = page.items.iter().map(|rule| rule.id).collect();
        let channels = load_channels(&db, &listed).await?;
        let rules = page.items.into_iter();
        Ok(Json(Envelope::new(AlertRules {
            items: rules
                .map(|row| AlertRule::from_row(row, person, &open, &channels))
                .collect(),
            next_cursor: page.next_cursor,
        })))
    }

    /// Create an alert rule
    ///
    /// The rule is evaluated after each sync that changes rows, at most once a day, with the
    /// permissions of its owner. It sends one message when the condition starts to hold and one
    /// when it ends. A figure must meet the condition at two consecutive evaluations.
    #[oai(
        path = "/api/alert-rules",
        method = "post",
        operation_id = "createAlertRule"
    )]
    async fn create_alert_rule(
        &self,
        signed: Signed,
        body: Json<AlertRuleInput>,
    ) -> Result<Json<Envelope<AlertRule>>, ApiError> {
        let scope = signed.scope();
        let (person, right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let (_, required) = check_input(scope, &body.0)?;
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        let channels = body.0.channels.clone();
        let row = body.0.into_row(id, person, stored_access(required), now);
        let db = scope.write_db().await?;
        let row = create_rule(&db, &right, row).await?;
        let channels = replace_channels(&db, &right, &row, &channels).await?;
        db.commit().await?;
        let rule = AlertRule::from_row(row, person, &[], &channels);
        Ok(Json(Envelope::new(rule)))
    }

    /// Replace an alert rule
    ///
    /// Only its owner can change it. If it watches something else, its open alerts are discarded
    /// without a message.
    #[oai(
        path = "/api/alert-rules/:id",
        method = "put",
        operation_id = "replaceAlertRule"
    )]
    async fn replace_alert_rule(
        &self,
        signed: Signed,
        /// The rule's id.
        id: Path<Uuid>,
        body: Json<AlertRuleInput>,
    ) -> Result<Json<Envelope<AlertRule>>, ApiError> {
        let scope = signed.scope();
        let (person, right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let (_, required) = check_input(scope, &body.0)?;
        let now = self.clock.now();
        let channels = body.0.channels.clone();
        let row = body.0.into_row(id.0, person, stored_access(required), now);
        let db = scope.write_db().await?;
        let row = replace_rule(&db, &right, row).await?;
        let channels = replace_channels(&db, &right, &row, &channels).await?;
        let open = load_open_members(&db, &[row.id]).await?;
        db.commit().await?;
        let rule = AlertRule::from_row(row, person, &open, &channels);
        Ok(Json(Envelope::new(rule)))
    }

    /// Delete an alert rule
    ///
    /// Its owner can delete it, and members with `organization.manage`.
    #[oai(
        path = "/api/alert-rules/:id",
        method = "delete",
        operation_id = "deleteAlertRule"
    )]
    async fn delete_alert_rule(
        &self,
        signed: Signed,
        /// The rule's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let (person, right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let owner = scope.require(OrganizationManage).is_err().then_some(person);
        let db = scope.write_db().await?;
        delete_rule(&db, &right, owner, id.0).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Preview an alert rule
    ///
    /// Evaluates the rule over the last two years, and lists the alerts that would have started.
    /// Today's rows are read as of each past day.
    #[oai(
        path = "/api/alert-rules/preview",
        method = "post",
        operation_id = "previewAlertRule"
    )]
    async fn preview_alert_rule(
        &self,
        signed: Signed,
        /// The distance between evaluations, a week by default.
        step: Query<Option<AlertPreviewStep>>,
        body: Json<AlertRuleInput>,
    ) -> Result<Json<Envelope<AlertRulePreview>>, ApiError> {
        let scope = signed.scope();
        let (watched, _) = check_input(scope, &body.0)?;
        let step = match step.0 {
            None | Some(AlertPreviewStep::Week) => PreviewStep::Week,
            Some(AlertPreviewStep::Month) => PreviewStep::Month,
        };
        let guard = body.0.kind.guard();
        let preview = watched.preview(scope, step, guard).await?;
        Ok(Json(Envelope::with_meta(preview.into(), scope.meta())))
    }
}

/// What the rule watches, and the permissions that the caller needs and has.
fn check_input(scope: &Scope, input: &AlertRuleInput) -> Result<(Watched, Permissions), ApiError> {
    let calendar = query_calendar(scope);
    let watched = input.to_watched(calendar)?;
    let required = watched.required(calendar)?;
    let missing = required
        .to_vec()
        .into_iter()
        .find(|permission| !scope.permissions().contains(*permission));
    match missing {
        Some(permission) => Err(PermissionError::MissingFromRole(permission).into()),
        None => Ok((watched, required)),
    }
}

fn holds_all(held: Permissions, required: Permissions) -> bool {
    held.intersection(required) == required
}

impl From<SaveRuleError> for ApiError {
    fn from(error: SaveRuleError) -> Self {
        match error {
            SaveRuleError::TooManyRules => Self::conflict(
                "too_many_alert_rules",
                format!("The organization has {MAX_RULES} alert rules. Delete one first."),
            ),
            SaveRuleError::UnknownChannel => Self::unprocessable(
                "invalid_values",
                "A channel does not exist. Load the channels again.",
            )
            .with_detail("channels", ErrorDetailCode::Unknown),
            SaveRuleError::NotFound => Self::not_found(),
            SaveRuleError::Db(error) => error.into(),
        }
    }
}

impl From<MeasurementError> for ApiError {
    fn from(error: MeasurementError) -> Self {
        match error {
            MeasurementError::Metric(error) => error.into(),
            MeasurementError::TooManyMembers => Self::unprocessable(
                "invalid_values",
                format!("{error} Add a filter to the rule."),
            )
            .with_detail("query", ErrorDetailCode::Query),
        }
    }
}
