//! Operations on scheduled reports.

use super::delivery_store::{list_deliveries, queue_delivery};
use super::metric_report::{MetricSections, parse_query};
use super::preview::{ReportPreview, ReportPreviewInput};
use super::report_email::{ComposeError, ReportContext, compose_report};
use super::report_source::{ReportError, ReportSource, ReportSubject, ScheduledReportKind};
use super::store::{
    MAX_SCHEDULES, Recipients, SaveScheduleError, create_schedule, delete_schedule,
    find_own_schedule, list_delivery_names, list_opted_out, list_recipients, list_schedules,
    replace_schedule,
};
use super::wire::{
    ReportDeliveries, ReportDelivery, ReportSchedule, ReportScheduleInput, ReportSchedules,
    check_query, invalid_sections,
};
use crate::auth::permission::{
    AlertsManage, CustomersRead, InventoryRead, MarketRead, OrganizationManage, PurchasingRead,
    SalesRead,
};
use crate::auth::{Scope, Signed};
use crate::cache::ComputationQueue;
use crate::clock::Clock;
use crate::db::{Database, TenantDb};
use crate::email::EmailTopic;
use crate::entropy::Entropy;
use crate::features::metrics::{QueryAccess, find_view_query};
use crate::http::{
    Acknowledgment, ApiError, Envelope, ErrorDetailCode, Tag, default_page_size, parse_id_cursor,
};
use crate::ids::PersonId;
use entities::report_schedule;
use localization::Language;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use sea_orm::prelude::Uuid;
use serde_json::Value;

/// What a preview has instead of the recipient's own link.
const PREVIEW_UNSUBSCRIBE: &str = "with the link in the email";

/// Scheduled reports.
pub struct ReportSchedulesApi {
    /// The database.
    pub database: Database,
    /// The clock.
    pub clock: Clock,
    /// Randomness for ids.
    pub entropy: Entropy,
    /// Whether the server sends email.
    pub email_enabled: bool,
    /// The URL that browsers use.
    pub public_url: String,
    /// The computations of this process.
    pub computations: ComputationQueue,
    /// Computes reports.
    pub source: ReportSource,
}

#[OpenApi(tag = "Tag::ReportSchedules")]
impl ReportSchedulesApi {
    /// List scheduled reports
    ///
    /// The caller's schedules, newest first; for members with `organization.manage`, all of the
    /// organization.
    #[oai(
        path = "/api/report-schedules",
        method = "get",
        operation_id = "listReportSchedules"
    )]
    async fn list_report_schedules(
        &self,
        signed: Signed,
        /// Schedules per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<ReportSchedules>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let page = list_schedules(&db, owner_filter(scope, person), limit.0, before).await?;
        Ok(Json(Envelope::new(ReportSchedules {
            items: describe_schedules(&db, page.items, person).await?,
            next_cursor: page.next_cursor,
            email_enabled: self.email_enabled,
        })))
    }

    /// Schedule a report
    ///
    /// The report is emailed to each recipient at their local time, with the rows that the
    /// recipient's own permissions allow: the first 50 rows and a chart in the email, at most 10,000
    /// rows in an XLSX file, and at most 2,000 in a PDF file. The owner is notified of a failure once
    /// a day.
    #[oai(
        path = "/api/report-schedules",
        method = "post",
        operation_id = "createReportSchedule"
    )]
    async fn create_report_schedule(
        &self,
        signed: Signed,
        body: Json<ReportScheduleInput>,
    ) -> Result<Json<Envelope<ReportSchedule>>, ApiError> {
        let scope = signed.scope();
        let (person, right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let now = self.clock.now();
        let id = self.entropy.uuid_v7(now)?;
        let recipients = self.read_recipients(scope, &body.0).await?;
        let db = scope.write_db().await?;
        let query = resolve_query(&db, person, body.0.asked()).await?;
        check_access(scope, body.0.kind, query.as_ref())?;
        let row = body.0.to_row(id, person, query.as_ref(), now)?;
        let row = create_schedule(&db, &right, row, &recipients).await?;
        let saved = describe_schedule(&db, row, person).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(saved)))
    }

    /// Preview a report
    ///
    /// The email that the caller would get now, with their own permissions. Nothing is sent or
    /// saved.
    #[oai(
        path = "/api/report-schedules/preview",
        method = "post",
        operation_id = "previewReport"
    )]
    async fn preview_report(
        &self,
        signed: Signed,
        body: Json<ReportPreviewInput>,
    ) -> Result<Json<Envelope<ReportPreview>>, ApiError> {
        let scope = signed.scope();
        let (person, _right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let input = body.0;
        let asked = (input.kind, input.query.as_ref(), input.view_id);
        let query = resolve_query(&scope.read_db().await?, person, asked).await?;
        check_access(scope, input.kind, query.as_ref())?;
        check_query(input.kind, query.as_ref())?;
        let access = scope.access().clone();
        let _turn = self.computations.acquire(access.tenant()).await?;
        let platform = self.database.platform();
        let reader = platform
            .find_member(access.organization(), person)
            .await?
            .ok_or_else(ApiError::not_found)?;
        let locale = platform
            .find_locale(person, access.organization(), Language::default())
            .await?;
        let subject = ReportSubject {
            kind: input.kind,
            query,
        };
        let read = self
            .source
            .read_report(subject, scope, (&reader.person.email, locale.language));
        let report = Box::pin(read).await?;
        let (now, public_url) = (self.clock.now(), self.public_url.clone());
        let composed = tokio::task::spawn_blocking(move || {
            compose_report(
                &report,
                &ReportContext {
                    organization: &access.organization().name,
                    name: input.name.trim(),
                    attachment: input.attachment,
                    now,
                    locale,
                    public_url: &public_url,
                    unsubscribe_url: PREVIEW_UNSUBSCRIBE,
                },
            )
        });
        let composed = composed
            .await
            .map_err(|error| ApiError::internal(&error))??;
        Ok(Json(Envelope::new(ReportPreview::from_email(composed))))
    }

    /// Replace a scheduled report
    ///
    /// Only its owner can change it. The next times are computed from now.
    #[oai(
        path = "/api/report-schedules/:id",
        method = "put",
        operation_id = "replaceReportSchedule"
    )]
    async fn replace_report_schedule(
        &self,
        signed: Signed,
        /// The schedule's id.
        id: Path<Uuid>,
        body: Json<ReportScheduleInput>,
    ) -> Result<Json<Envelope<ReportSchedule>>, ApiError> {
        let scope = signed.scope();
        let (person, right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let recipients = self.read_recipients(scope, &body.0).await?;
        let db = scope.write_db().await?;
        let query = resolve_query(&db, person, body.0.asked()).await?;
        check_access(scope, body.0.kind, query.as_ref())?;
        let row = body
            .0
            .to_row(id.0, person, query.as_ref(), self.clock.now())?;
        let row = replace_schedule(&db, &right, row, &recipients).await?;
        let saved = describe_schedule(&db, row, person).await?;
        db.commit().await?;
        Ok(Json(Envelope::new(saved)))
    }

    /// Delete a scheduled report
    ///
    /// Deletes its history too. Its owner can delete it, and members with `organization.manage`.
    #[oai(
        path = "/api/report-schedules/:id",
        method = "delete",
        operation_id = "deleteReportSchedule"
    )]
    async fn delete_report_schedule(
        &self,
        signed: Signed,
        /// The schedule's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let (person, right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let db = scope.write_db().await?;
        delete_schedule(&db, &right, owner_filter(scope, person), id.0).await?;
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// Send a scheduled report now
    ///
    /// Queues an email to each recipient. The next regular times stay.
    #[oai(
        path = "/api/report-schedules/:id/run",
        method = "post",
        operation_id = "runReportSchedule"
    )]
    async fn run_report_schedule(
        &self,
        signed: Signed,
        /// The schedule's id.
        id: Path<Uuid>,
    ) -> Result<Json<Envelope<Acknowledgment>>, ApiError> {
        let scope = signed.scope();
        let (person, _right) = (scope.require_person_id()?, scope.require(AlertsManage)?);
        let db = scope.write_db().await?;
        let schedule = find_own_schedule(&db, Some(person), id.0).await?;
        if !self.email_enabled {
            return Err(ApiError::conflict(
                "email_disabled",
                "Email isn't set up on this server. Ask its operator to set SPROUT_SMTP_URL.",
            ));
        }
        let now = self.clock.now();
        for recipient in list_recipients(&db, std::slice::from_ref(&schedule)).await? {
            let id = self.entropy.uuid_v7(now)?;
            queue_delivery(&db, schedule.id, PersonId(recipient.person_id), id, now).await?;
        }
        db.commit().await?;
        Ok(Json(Acknowledgment::in_envelope()))
    }

    /// List sent reports
    ///
    /// The emails of a schedule, newest first: to whom, when, and why one was not sent.
    #[oai(
        path = "/api/report-schedules/:id/deliveries",
        method = "get",
        operation_id = "listReportDeliveries"
    )]
    async fn list_report_deliveries(
        &self,
        signed: Signed,
        /// The schedule's id.
        id: Path<Uuid>,
        /// Emails per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 200))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<ReportDeliveries>>, ApiError> {
        let scope = signed.scope();
        let person = scope.require_person_id()?;
        let before = parse_id_cursor(cursor.0.as_deref())?;
        let db = scope.read_db().await?;
        let schedule = find_own_schedule(&db, owner_filter(scope, person), id.0).await?;
        let names = list_delivery_names(&db, schedule.id).await?;
        let page = list_deliveries(&db, schedule.id, limit.0, before).await?;
        let rows = page.items.into_iter();
        Ok(Json(Envelope::new(ReportDeliveries {
            items: rows
                .map(|row| ReportDelivery::from_row(row, &names))
                .collect(),
            next_cursor: page.next_cursor,
        })))
    }
}

impl ReportSchedulesApi {
    async fn read_recipients(
        &self,
        scope: &Scope,
        input: &ReportScheduleInput,
    ) -> Result<Recipients, ApiError> {
        let people = input.people();
        Ok(Recipients {
            zones: self.database.platform().list_time_zones(&people).await?,
            default_zone: scope.access().organization().time_zone,
            people,
        })
    }
}

/// The query of a report: its own, or that of the view that it follows.
async fn resolve_query(
    db: &TenantDb,
    person: PersonId,
    (kind, query, view): (ScheduledReportKind, Option<&Any<Value>>, Option<Uuid>),
) -> Result<Option<Value>, ApiError> {
    let Some(view) = view else {
        return Ok(query.map(|query| query.0.clone()));
    };
    if query.is_some() {
        let message = "Leave it out if you send viewId.";
        return Err(ApiError::invalid_value(
            "query",
            ErrorDetailCode::NotApplicable,
            message,
        ));
    }
    let found = find_view_query(db, person, view).await?;
    let found = found.ok_or_else(|| {
        let message = "You see no saved view with this id.";
        ApiError::invalid_value("viewId", ErrorDetailCode::Unknown, message)
    })?;
    let of_page = if found.is_question {
        ScheduledReportKind::Metric
    } else {
        ScheduledReportKind::StockPosition
    };
    if kind != of_page {
        let message = format!("Send {} for this view.", of_page.into_str());
        return Err(ApiError::invalid_value(
            "kind",
            ErrorDetailCode::NotApplicable,
            message,
        ));
    }
    let query = serde_json::from_str(&found.query);
    query.map(Some).map_err(|error| ApiError::internal(&error))
}

/// Checks that the caller may read what the report shows, and that its query is valid.
fn check_access(
    scope: &Scope,
    kind: ScheduledReportKind,
    query: Option<&Value>,
) -> Result<(), ApiError> {
    match (kind, query) {
        (ScheduledReportKind::Metric, Some(query)) => {
            let query = parse_query(query, scope)?;
            QueryAccess::require(scope, &query)?;
        }
        (ScheduledReportKind::MetricSections, Some(body)) => {
            let asked = MetricSections::parse(body).map_err(|reason| invalid_sections(&reason))?;
            for query in asked.queries() {
                QueryAccess::require(scope, &parse_query(query, scope)?)?;
            }
        }
        (ScheduledReportKind::Metric | ScheduledReportKind::MetricSections, None) => {
            return Err(ApiError::invalid_value(
                "query",
                ErrorDetailCode::Required,
                "Send a metric query.",
            ));
        }
        (ScheduledReportKind::Dashboard, _) => {
            scope.require(PurchasingRead)?;
        }
        (ScheduledReportKind::PurchaseRecommendations | ScheduledReportKind::StockPosition, _) => {
            scope.require(PurchasingRead)?;
            scope.require(InventoryRead)?;
            scope.require(SalesRead)?;
        }
        (ScheduledReportKind::SupplyAnalysis, _) => {
            scope.require(MarketRead)?;
        }
        (ScheduledReportKind::CallList | ScheduledReportKind::CustomerPatterns, _) => {
            scope.require(CustomersRead)?;
            scope.require(SalesRead)?;
            scope.require(PurchasingRead)?;
        }
    }
    Ok(())
}

async fn describe_schedules(
    db: &TenantDb,
    rows: Vec<report_schedule::Model>,
    reader: PersonId,
) -> Result<Vec<ReportSchedule>, ApiError> {
    let recipients = list_recipients(db, &rows).await?;
    let topics = rows
        .iter()
        .map(|row| EmailTopic::Report(row.id).to_string());
    let opted_out = list_opted_out(db, topics.collect()).await?;
    Ok(rows
        .into_iter()
        .map(|row| ReportSchedule::from_row(row, reader, &recipients, &opted_out))
        .collect())
}

async fn describe_schedule(
    db: &TenantDb,
    row: report_schedule::Model,
    reader: PersonId,
) -> Result<ReportSchedule, ApiError> {
    let described = describe_schedules(db, vec![row], reader).await?;
    described.into_iter().next().ok_or_else(ApiError::not_found)
}

/// Managers see all schedules.
fn owner_filter(scope: &Scope, person: PersonId) -> Option<PersonId> {
    scope.require(OrganizationManage).is_err().then_some(person)
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Permission(error) => error.into(),
            ReportError::Query(error) => error.into(),
            ReportError::Unreadable => {
                Self::invalid_value("query", ErrorDetailCode::Query, "Send a metric query.")
            }
            ReportError::Db(error) => error.into(),
        }
    }
}

impl From<ComposeError> for ApiError {
    fn from(error: ComposeError) -> Self {
        Self::internal(&error)
    }
}

impl From<SaveScheduleError> for ApiError {
    fn from(error: SaveScheduleError) -> Self {
        match error {
            SaveScheduleError::TooManySchedules => Self::conflict(
                "too_many_report_schedules",
                format!(
                    "The organization has {MAX_SCHEDULES} scheduled reports. Delete one first."
                ),
            ),
            SaveScheduleError::NotFound => Self::not_found(),
            SaveScheduleError::UnknownRecipient => Self::invalid_value(
                "recipients",
                ErrorDetailCode::Unknown,
                "A recipient is no member of the organization. Choose members only.",
            ),
            SaveScheduleError::Db(error) => error.into(),
        }
    }
}
