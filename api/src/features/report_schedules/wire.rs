//! Request and response types of scheduled reports.

use super::cadence::{ReportCadence, parse_time};
use super::metric_report::MetricSections;
use super::report_email::ReportAttachment;
use super::report_source::ScheduledReportKind;
use super::store::RecipientRow;
use crate::email::EmailTopic;
use crate::features::purchasing::position_list::PositionSelection;
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use crate::ids::PersonId;
use chrono::{DateTime, Utc};
use entities::{report_delivery, report_schedule};
use poem_openapi::types::{Any, Example};
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap, HashSet};

const MAX_NAME_CHARS: usize = 120;
const MAX_QUERY_CHARS: usize = 16_000;
const MAX_RECIPIENTS: usize = 500;
/// The last day that every month has.
const MAX_MONTH_DAY: u32 = 28;

/// A scheduled report to save.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct ReportScheduleInput {
    /// 1 to 120 characters.
    pub name: String,
    /// What the report shows.
    pub kind: ScheduledReportKind,
    /// For the kind `metric`: the body of `queryMetrics`. A period with a preset moves with time. For the
    /// kind `stock_position`: parameters of `getSeasonPosition`, if any. For the kind `metric_sections`:
    /// `{"record": {"kind": "customer", "id": "C1"}, "sections": [{"title": "Revenue", "query": {}}]}` with
    /// the page of a customer, item, supplier or location, and 1 to 12 bodies of `queryMetrics`.
    pub query: Option<Any<Value>>,
    /// In place of `query`: a saved view that the caller sees. The report follows its changes. If it is
    /// deleted or no longer shared, the report keeps what it showed.
    pub view_id: Option<Uuid>,
    /// How often it is sent.
    pub cadence: ReportCadence,
    /// For weekly reports, from 1 for Monday to 7.
    #[oai(validator(minimum(value = "1"), maximum(value = "7")))]
    pub weekday: Option<u32>,
    /// For monthly reports, from 1 to 28.
    #[oai(validator(minimum(value = "1"), maximum(value = "28")))]
    pub month_day: Option<u32>,
    /// `HH:MM` in the time zone of each recipient.
    #[oai(validator(max_length = 5))]
    pub time: String,
    /// The files with the rows.
    pub attachment: ReportAttachment,
    /// The ids of members, at most 500.
    #[oai(validator(max_items = 500))]
    pub recipients: Vec<Uuid>,
    /// Whether it is not sent for now.
    pub paused: bool,
}

/// A scheduled report.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ReportSchedule {
    /// The schedule's id. Ids sort by time.
    pub id: Uuid,
    pub name: String,
    pub kind: ScheduledReportKind,
    /// For the kinds `metric` and `stock_position`.
    pub query: Option<Any<Value>>,
    /// The saved view that the report follows.
    pub view_id: Option<Uuid>,
    pub cadence: ReportCadence,
    /// For weekly reports, from 1 for Monday to 7.
    pub weekday: Option<u32>,
    /// For monthly reports.
    pub month_day: Option<u32>,
    /// `HH:MM` in the time zone of each recipient.
    pub time: String,
    /// The files with the rows.
    pub attachment: ReportAttachment,
    /// The recipients by name.
    pub recipients: Vec<ReportRecipient>,
    pub paused: bool,
    /// Whether the caller owns the schedule and can change it.
    pub own: bool,
}

/// A recipient of a report.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ReportRecipient {
    /// The id of the member.
    pub id: Uuid,
    pub name: String,
    /// When the next email is due. Missing while the schedule is paused.
    pub next_at: Option<DateTime<Utc>>,
    /// Whether the recipient turned these emails off.
    pub unsubscribed: bool,
}

/// A page of scheduled reports, newest first.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ReportSchedules {
    pub items: Vec<ReportSchedule>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
    /// Whether the server sends email.
    pub email_enabled: bool,
}

/// The state of an email with a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ReportDeliveryState {
    /// It will be sent.
    Pending,
    /// An email server accepted it.
    Sent,
    /// It cannot be sent.
    Failed,
    /// The recipient left or unsubscribed.
    Cancelled,
}

/// An email with a report.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ReportDelivery {
    /// The email's id. Ids sort by time.
    pub id: Uuid,
    /// The name of the recipient.
    pub recipient: String,
    pub state: ReportDeliveryState,
    /// Why it was not sent, or why the last attempt failed.
    pub reason: Option<String>,
    /// The number of rows of the report that was sent.
    pub rows: Option<u64>,
    pub attempts: u32,
    pub created_at: DateTime<Utc>,
    /// When it was sent or canceled, or when its last attempt failed.
    pub finished_at: Option<DateTime<Utc>>,
}

/// A page of the emails of a schedule, newest first.
#[derive(Clone, Debug, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct ReportDeliveries {
    pub items: Vec<ReportDelivery>,
    /// Send it as `cursor` for the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

impl ReportScheduleInput {
    /// The row of the schedule, or an error that names the invalid part.
    pub(super) fn to_row(
        &self,
        id: Uuid,
        owner: PersonId,
        query: Option<&Value>,
        now: DateTime<Utc>,
    ) -> Result<report_schedule::Model, ApiError> {
        let name = self.name.trim();
        if name.is_empty()
            || name.chars().count() > MAX_NAME_CHARS
            || name.chars().any(char::is_control)
        {
            let message = format!("Enter 1 to {MAX_NAME_CHARS} characters without line breaks.");
            return Err(ErrorDetail::text_length("name", 1, MAX_NAME_CHARS, message).into());
        }
        if parse_time(&self.time).is_none() {
            let message = "Enter a time such as 07:30.";
            return Err(ApiError::invalid_value(
                "time",
                ErrorDetailCode::TimeOfDay,
                message,
            ));
        }
        if self.recipients.is_empty() || self.recipients.len() > MAX_RECIPIENTS {
            let message = format!("Choose 1 to {MAX_RECIPIENTS} members.");
            return Err(
                ErrorDetail::new("recipients", ErrorDetailCode::ListLength, message)
                    .at_least(1)
                    .at_most(MAX_RECIPIENTS)
                    .into(),
            );
        }
        let query = check_query(self.kind, query)?;
        let (weekday, month_day) = self.check_days()?;
        Ok(report_schedule::Model {
            tenant_id: Uuid::nil(),
            id,
            owner_id: owner.0,
            name: name.to_owned(),
            kind: self.kind.into_str().to_owned(),
            query,
            view_id: self.view_id,
            cadence: self.cadence.into_str().to_owned(),
            weekday,
            month_day,
            local_time: self.time.clone(),
            attachment: self.attachment.into_str().to_owned(),
            is_paused: self.paused,
            updated_at: now,
        })
    }

    /// What decides the query.
    pub(super) fn asked(&self) -> (ScheduledReportKind, Option<&Any<Value>>, Option<Uuid>) {
        (self.kind, self.query.as_ref(), self.view_id)
    }

    /// The recipients, each once.
    pub(super) fn people(&self) -> Vec<PersonId> {
        let people: BTreeSet<Uuid> = self.recipients.iter().copied().collect();
        people.into_iter().map(PersonId).collect()
    }

    fn check_days(&self) -> Result<(Option<i32>, Option<i32>), ApiError> {
        let stored = |day: u32| i32::try_from(day).ok();
        match (self.cadence, self.weekday, self.month_day) {
            (ReportCadence::Daily, None, None) => Ok((None, None)),
            (ReportCadence::Weekly, Some(day), None) if (1..=7).contains(&day) => {
                Ok((stored(day), None))
            }
            (ReportCadence::Monthly, None, Some(day)) if (1..=MAX_MONTH_DAY).contains(&day) => {
                Ok((None, stored(day)))
            }
            (ReportCadence::Weekly, ..) => Err(ApiError::invalid_value(
                "weekday",
                ErrorDetailCode::Required,
                "Send weekday for weekly reports, and no other day.",
            )),
            (ReportCadence::Monthly, ..) => Err(ApiError::invalid_value(
                "monthDay",
                ErrorDetailCode::Required,
                "Send monthDay for monthly reports, and no other day.",
            )),
            (ReportCadence::Daily, ..) => Err(ApiError::invalid_value(
                "cadence",
                ErrorDetailCode::NotApplicable,
                "Daily reports have no day.",
            )),
        }
    }
}

/// The query as JSON, for the kinds that have one.
pub(super) fn check_query(
    kind: ScheduledReportKind,
    query: Option<&Value>,
) -> Result<Option<String>, ApiError> {
    match (kind, query) {
        (ScheduledReportKind::Metric | ScheduledReportKind::MetricSections, None) => Err(
            ApiError::invalid_value("query", ErrorDetailCode::Required, "Send a metric query."),
        ),
        (ScheduledReportKind::StockPosition, Some(query)) => {
            let selection = PositionSelection::parse(query);
            selection.map_err(|reason| {
                ApiError::invalid_value(
                    "query",
                    ErrorDetailCode::Query,
                    format!("Send parameters of getSeasonPosition: {reason}."),
                )
            })?;
            Ok(Some(query.to_string()))
        }
        (ScheduledReportKind::MetricSections, Some(query)) => {
            MetricSections::parse(query).map_err(|reason| invalid_sections(&reason))?;
            to_short_text(query)
        }
        (ScheduledReportKind::Metric, Some(query)) => to_short_text(query),
        (_, None) => Ok(None),
        (_, Some(_)) => Err(ApiError::invalid_value(
            "query",
            ErrorDetailCode::NotApplicable,
            "Only the kinds metric, metric_sections and stock_position have a query.",
        )),
    }
}

fn to_short_text(query: &Value) -> Result<Option<String>, ApiError> {
    let text = query.to_string();
    if text.len() > MAX_QUERY_CHARS {
        return Err(ErrorDetail::long_query(MAX_QUERY_CHARS).into());
    }
    Ok(Some(text))
}

/// The failure of a query with several sections.
pub(super) fn invalid_sections(reason: &str) -> ApiError {
    let message = format!("Send a record and titled metric queries: {reason}.");
    ApiError::invalid_value("query", ErrorDetailCode::Query, message)
}

impl ReportSchedule {
    /// The schedule as its reader sees it. `opted_out` has topics and people.
    pub(super) fn from_row(
        row: report_schedule::Model,
        reader: PersonId,
        recipients: &[RecipientRow],
        opted_out: &HashSet<(String, Uuid)>,
    ) -> Self {
        let topic = EmailTopic::Report(row.id).to_string();
        let own_recipients = recipients.iter().filter(|one| one.schedule_id == row.id);
        let day = |stored: Option<i32>| stored.and_then(|day| u32::try_from(day).ok());
        Self {
            id: row.id,
            name: row.name,
            kind: row.kind.parse().unwrap_or(ScheduledReportKind::Metric),
            query: row
                .query
                .and_then(|text| serde_json::from_str(&text).ok())
                .map(Any),
            view_id: row.view_id,
            cadence: row.cadence.parse().unwrap_or(ReportCadence::Daily),
            weekday: day(row.weekday),
            month_day: day(row.month_day),
            time: row.local_time,
            attachment: row.attachment.parse().unwrap_or(ReportAttachment::Xlsx),
            recipients: own_recipients
                .map(|one| ReportRecipient {
                    id: one.person_id,
                    name: one.name.clone(),
                    next_at: one.due_at,
                    unsubscribed: opted_out.contains(&(topic.clone(), one.person_id)),
                })
                .collect(),
            paused: row.is_paused,
            own: row.owner_id == reader.0,
        }
    }
}

impl ReportDelivery {
    pub(super) fn from_row(row: report_delivery::Model, names: &HashMap<Uuid, String>) -> Self {
        Self {
            id: row.id,
            recipient: names.get(&row.person_id).cloned().unwrap_or_default(),
            state: match row.state.as_str() {
                "sent" => ReportDeliveryState::Sent,
                "failed" => ReportDeliveryState::Failed,
                "cancelled" => ReportDeliveryState::Cancelled,
                _ => ReportDeliveryState::Pending,
            },
            reason: row.reason,
            rows: row.row_count.and_then(|rows| u64::try_from(rows).ok()),
            attempts: u32::try_from(row.attempts).unwrap_or(0),
            created_at: row.created_at,
            finished_at: row.finished_at,
        }
    }
}

impl Example for ReportScheduleInput {
    fn example() -> Self {
        Self {
            name: "Revenue by product".to_owned(),
            kind: ScheduledReportKind::Metric,
            query: Some(Any(json!({
                "dataset": "sales",
                "measures": ["revenue"],
                "dimensions": ["category"],
                "period": {"preset": "last_30_days"},
            }))),
            view_id: None,
            cadence: ReportCadence::Weekly,
            weekday: Some(1),
            month_day: None,
            time: "07:30".to_owned(),
            attachment: ReportAttachment::Both,
            recipients: vec![Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e02)],
            paused: false,
        }
    }
}
