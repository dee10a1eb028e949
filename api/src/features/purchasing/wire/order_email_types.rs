//! Request and response types of orders that are sent to suppliers.

use crate::decimal::Decimal4;
use crate::features::accounts::{check_email, check_name};
use crate::features::purchasing::bounded_number::{Bounds, parse_bounded_number};
use crate::features::purchasing::drafts::{
    AnswerRule, AnsweredLine, Draft, LineFigures, OrderAttachment, OrderSending, decimal_or_zero,
};
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use chrono::{DateTime, NaiveDate, Utc};
use entities::{purchase_order_email, purchase_order_line, supplier_contact};
use localization::Language;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;
use std::collections::HashMap;

const MAX_TEXT_CHARS: usize = 2_000;

/// State of the email with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::purchasing) enum OrderEmailState {
    /// Waiting to be sent.
    Queued,
    /// Sent. The supplier has not answered.
    Sent,
    /// It could not be sent.
    Failed,
    /// It was not sent, because the draft was discarded or the sender may no longer send it.
    Cancelled,
    /// The supplier confirmed quantities and days.
    Acknowledged,
    /// The supplier delivers nothing.
    Declined,
}

/// The email with an order, and the supplier's answer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct OrderEmail {
    pub state: OrderEmailState,
    /// The supplier's address.
    pub recipient: String,
    /// Name of the user who sent it.
    pub sent_by: String,
    pub created_at: DateTime<Utc>,
    /// When it was sent, or when sending ended. Absent while it is queued.
    pub finished_at: Option<DateTime<Utc>>,
    /// Why it was not sent, or not yet.
    pub reason: Option<String>,
    /// The requested delivery day.
    pub requested_on: Option<NaiveDate>,
    /// When the supplier's link ends.
    pub expires_at: DateTime<Utc>,
    /// When the supplier last answered.
    pub acknowledged_at: Option<DateTime<Utc>>,
    /// What the supplier wrote.
    pub note: Option<String>,
}

/// How to send an order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct OrderEmailInput {
    /// The supplier's address as `getOrderEmailPreview` returns it. 409 `supplier_contact_changed`
    /// if it is another one now.
    #[oai(validator(max_length = 254))]
    pub recipient: String,
    /// Text above the lines. At most 2,000 characters.
    #[oai(validator(max_length = 2000))]
    pub message: Option<String>,
    /// The attached files.
    pub attachment: OrderAttachment,
    /// Whether the caller gets a copy.
    pub copy_to_sender: bool,
    /// The requested delivery day, today or later.
    pub requested_on: Option<NaiveDate>,
}

/// What sending an order needs and does.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct OrderEmailPreview {
    /// Whether the server sends email.
    pub email_enabled: bool,
    /// The supplier's address. Absent if none is stored.
    pub recipient: Option<String>,
    /// Name of the person at the supplier.
    pub contact_name: Option<String>,
    /// The language of the email and the PDF.
    pub language: OrderLanguage,
    pub subject: String,
    /// The caller's address, to which replies go.
    pub reply_to: String,
    /// Today and the longest lead time of the lines.
    pub usual_delivery_on: NaiveDate,
}

/// The language of orders to a supplier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
pub(in crate::features::purchasing) enum OrderLanguage {
    /// English.
    #[default]
    #[oai(rename = "en")]
    English,
    /// German.
    #[oai(rename = "de")]
    German,
    /// Spanish.
    #[oai(rename = "es")]
    Spanish,
    /// French.
    #[oai(rename = "fr")]
    French,
    /// Portuguese of Brazil.
    #[oai(rename = "pt")]
    Portuguese,
}

/// The email address of a supplier.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct SupplierContact {
    pub supplier_id: String,
    /// Absent if none is stored.
    pub email: Option<String>,
    /// Name of the person at the supplier.
    pub contact_name: Option<String>,
    /// The language of orders as email and PDF.
    pub language: OrderLanguage,
    pub updated_at: Option<DateTime<Utc>>,
    pub updated_by: Option<String>,
}

/// The email address of a supplier.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct SupplierContactInput {
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub supplier_id: String,
    /// Leave it out to remove the address.
    #[oai(validator(max_length = 320))]
    pub email: Option<String>,
    /// Name of the person at the supplier.
    #[oai(validator(max_length = 120))]
    pub contact_name: Option<String>,
    /// The language of orders as email and PDF. Default: English.
    #[oai(default)]
    pub language: OrderLanguage,
}

/// The token of a link to an order.
#[derive(Clone, Debug, Object)]
#[oai(deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct OrderLinkToken {
    /// What follows `#token=` in the link's address.
    #[oai(validator(max_length = 128))]
    pub token: String,
}

/// What the link of an order shows to the supplier.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct LinkedOrder {
    /// The name of the organization that orders.
    pub organization: String,
    /// The number in the email and its files.
    pub order_number: Uuid,
    /// The requested delivery day.
    pub requested_on: Option<NaiveDate>,
    /// Today in the organization's time zone.
    pub today: NaiveDate,
    /// When the link ends.
    pub expires_at: DateTime<Utc>,
    /// When the supplier last answered.
    pub acknowledged_at: Option<DateTime<Utc>>,
    /// What the supplier wrote.
    pub note: Option<String>,
    pub lines: Vec<LinkedOrderLine>,
}

/// A line of an order as the supplier sees it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct LinkedOrderLine {
    /// The number of the line.
    pub position: i32,
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// Where to deliver.
    pub location: String,
    pub quantity: f64,
    pub unit: String,
    /// What the supplier confirmed. 0 if it declined the line.
    pub confirmed_quantity: Option<f64>,
    /// The delivery day that the supplier named.
    pub expected_on: Option<NaiveDate>,
}

/// A supplier's answer to an order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct OrderAcknowledgment {
    /// What follows `#token=` in the link's address.
    #[oai(validator(max_length = 128))]
    pub token: String,
    /// Each line of the order once.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub lines: Vec<AcknowledgedLine>,
    /// A note to the organization. At most 2,000 characters.
    #[oai(validator(max_length = 2000))]
    pub note: Option<String>,
}

/// What a supplier delivers of a line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::features::purchasing) struct AcknowledgedLine {
    /// The number of the line.
    pub position: i32,
    /// From 0, which declines the line, to the ordered quantity.
    pub quantity: f64,
    /// The delivery day, from today to two years ahead. Required unless the quantity is 0.
    pub expected_on: Option<NaiveDate>,
}

impl Example for OrderEmailInput {
    fn example() -> Self {
        Self {
            recipient: "orders@plains.example".to_owned(),
            message: None,
            attachment: OrderAttachment::Pdf,
            copy_to_sender: true,
            requested_on: NaiveDate::from_ymd_opt(2026, 4, 20),
        }
    }
}

impl Example for SupplierContactInput {
    fn example() -> Self {
        Self {
            supplier_id: "S-1".to_owned(),
            email: Some("orders@plains.example".to_owned()),
            contact_name: Some("Ada Berg".to_owned()),
            language: OrderLanguage::English,
        }
    }
}

impl Example for OrderLinkToken {
    fn example() -> Self {
        Self {
            token: "JLkx2mYb7qk0F3yq0pG4H1n8tVw5sZ6eR9uC2aD7iX0".to_owned(),
        }
    }
}

impl Example for OrderAcknowledgment {
    fn example() -> Self {
        Self {
            token: "JLkx2mYb7qk0F3yq0pG4H1n8tVw5sZ6eR9uC2aD7iX0".to_owned(),
            lines: vec![AcknowledgedLine {
                position: 1,
                quantity: 40.0,
                expected_on: NaiveDate::from_ymd_opt(2026, 5, 3),
            }],
            note: Some("The rest follows in June.".to_owned()),
        }
    }
}

impl OrderEmailInput {
    /// The checked values.
    pub(in crate::features::purchasing) fn to_sending(
        &self,
        today: NaiveDate,
    ) -> Result<OrderSending, ApiError> {
        let mut errors = Vec::new();
        let message = check_text("message", self.message.as_deref(), &mut errors);
        if self.requested_on.is_some_and(|day| day < today) {
            errors.push(
                ErrorDetail::new(
                    "requestedOn",
                    ErrorDetailCode::DayRange,
                    "Enter today or a later day.",
                )
                .at_least(today),
            );
        }
        if !errors.is_empty() {
            return Err(ApiError::invalid_values(errors));
        }
        Ok(OrderSending {
            recipient: self.recipient.clone(),
            message,
            attachment: self.attachment,
            copy_to_sender: self.copy_to_sender,
            requested_on: self.requested_on,
        })
    }
}

impl OrderLanguage {
    /// The stored code, such as `de`.
    fn code(self) -> &'static str {
        Language::from(self).code()
    }

    /// The language with a stored code. English for others.
    fn from_code(code: &str) -> Self {
        Language::from_code(code).map_or_else(Self::default, Self::from)
    }
}

impl From<OrderLanguage> for Language {
    fn from(language: OrderLanguage) -> Self {
        match language {
            OrderLanguage::English => Self::English,
            OrderLanguage::German => Self::German,
            OrderLanguage::Spanish => Self::Spanish,
            OrderLanguage::French => Self::French,
            OrderLanguage::Portuguese => Self::Portuguese,
        }
    }
}

impl From<Language> for OrderLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::English => Self::English,
            Language::German => Self::German,
            Language::Spanish => Self::Spanish,
            Language::French => Self::French,
            Language::Portuguese => Self::Portuguese,
        }
    }
}

impl SupplierContactInput {
    /// The row to store. None to remove the address.
    pub(in crate::features::purchasing) fn to_row(
        &self,
        by: &str,
        at: DateTime<Utc>,
    ) -> Result<Option<supplier_contact::Model>, ApiError> {
        let Some(email) = self.email.as_deref() else {
            return Ok(None);
        };
        let mut errors = Vec::new();
        let email = check_email(email).unwrap_or_else(|error| {
            errors.push(error);
            String::new()
        });
        let name = self.contact_name.as_deref().map(str::trim);
        let contact_name = name
            .filter(|name| !name.is_empty())
            .map(|name| check_name("contactName", name, "a name", &mut errors));
        if !errors.is_empty() {
            return Err(ApiError::invalid_values(errors));
        }
        Ok(Some(supplier_contact::Model {
            tenant_id: Uuid::nil(),
            supplier_id: self.supplier_id.clone(),
            email,
            contact_name,
            language: self.language.code().to_owned(),
            updated_by: by.to_owned(),
            updated_at: at,
        }))
    }
}

impl SupplierContact {
    pub(in crate::features::purchasing) fn new(
        supplier_id: String,
        row: Option<supplier_contact::Model>,
    ) -> Self {
        let (mut email, mut contact_name, mut change) = (None, None, None);
        let mut language = OrderLanguage::default();
        if let Some(row) = row {
            language = OrderLanguage::from_code(&row.language);
            email = Some(row.email);
            contact_name = row.contact_name;
            change = Some((row.updated_at, row.updated_by));
        }
        let (updated_at, updated_by) = change.unzip();
        Self {
            supplier_id,
            email,
            contact_name,
            language,
            updated_at,
            updated_by,
        }
    }
}

impl OrderEmail {
    /// The email and the answer of a draft.
    pub(in crate::features::purchasing) fn from_row(
        row: purchase_order_email::Model,
        lines: &[purchase_order_line::Model],
    ) -> Self {
        let is_declined = lines.iter().all(|line| line.confirmed_e4 == Some(0));
        let state = match (row.state.as_str(), row.acknowledged_at) {
            (_, Some(_)) if is_declined => OrderEmailState::Declined,
            (_, Some(_)) => OrderEmailState::Acknowledged,
            ("sent", None) => OrderEmailState::Sent,
            ("failed", None) => OrderEmailState::Failed,
            ("cancelled", None) => OrderEmailState::Cancelled,
            (_, None) => OrderEmailState::Queued,
        };
        Self {
            state,
            recipient: row.recipient_email,
            sent_by: row.sent_by,
            created_at: row.created_at,
            finished_at: row.finished_at,
            reason: row.reason,
            requested_on: row.requested_on,
            expires_at: row.expires_at,
            acknowledged_at: row.acknowledged_at,
            note: row.note,
        }
    }
}

impl LinkedOrder {
    /// What the supplier sees. `draft` has an email.
    pub(in crate::features::purchasing) fn new(
        organization: String,
        today: NaiveDate,
        draft: Draft,
        email: purchase_order_email::Model,
    ) -> Self {
        let lines = draft.lines.into_iter().map(|line| LinkedOrderLine {
            quantity: LineFigures::from_row(&line).quantity.to_f64(),
            position: line.position,
            item_id: line.item_id,
            item: line.item_name,
            location: line.location,
            unit: line.unit,
            confirmed_quantity: line.confirmed_e4.map(|e4| decimal_or_zero(e4).to_f64()),
            expected_on: line.expected_on,
        });
        Self {
            organization,
            order_number: draft.row.id,
            requested_on: email.requested_on,
            today,
            expires_at: email.expires_at,
            acknowledged_at: email.acknowledged_at,
            note: email.note,
            lines: lines.collect(),
        }
    }
}

impl OrderAcknowledgment {
    /// The checked note.
    pub(in crate::features::purchasing) fn check_note(&self) -> Result<Option<String>, ApiError> {
        let mut errors = Vec::new();
        let note = check_text("note", self.note.as_deref(), &mut errors);
        if errors.is_empty() {
            Ok(note)
        } else {
            Err(ApiError::invalid_values(errors))
        }
    }

    /// The exact answer to each line of the order, or an error for each line that has none.
    pub(in crate::features::purchasing) fn to_lines(
        &self,
        order: &[purchase_order_line::Model],
        rule: AnswerRule,
    ) -> Result<Vec<AnsweredLine>, ApiError> {
        let ordered: HashMap<i32, &purchase_order_line::Model> =
            order.iter().map(|line| (line.position, line)).collect();
        let mut answers: HashMap<i32, AnsweredLine> = HashMap::new();
        let mut errors = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let refuse = |field: &str, code, message: &str| {
                ErrorDetail::new(format!("lines[{index}].{field}"), code, message)
            };
            let Some(row) = ordered.get(&line.position) else {
                errors.push(refuse(
                    "position",
                    ErrorDetailCode::Unknown,
                    "The order has no such line.",
                ));
                continue;
            };
            let bounds = Bounds {
                min: Decimal4::ZERO,
                max: decimal_or_zero(row.quantity_e4),
            };
            let path = format!("lines[{index}].quantity");
            let expected = format!("Enter a quantity from 0 to {}", bounds.max);
            let quantity = match parse_bounded_number(&path, line.quantity, bounds, &expected) {
                Ok(quantity) => quantity,
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            };
            if quantity > Decimal4::ZERO && !rule.accepts(line.expected_on) {
                errors.push(refuse(
                    "expectedOn",
                    ErrorDetailCode::DeliveryDay,
                    "Enter a delivery day from today to two years ahead.",
                ));
            }
            let answer = AnsweredLine {
                position: line.position,
                quantity,
                expected_on: line.expected_on.filter(|_| quantity > Decimal4::ZERO),
            };
            if answers.insert(line.position, answer).is_some() {
                errors.push(refuse(
                    "position",
                    ErrorDetailCode::Duplicate,
                    "Answer each line once.",
                ));
            }
        }
        if errors.is_empty() && answers.len() < order.len() {
            errors.push(ErrorDetail::new(
                "lines",
                ErrorDetailCode::Incomplete,
                "Answer each line of the order.",
            ));
        }
        if errors.is_empty() {
            Ok(answers.into_values().collect())
        } else {
            Err(ApiError::invalid_values(errors))
        }
    }
}

/// The trimmed text; none if it is empty. Line breaks are kept.
fn check_text(path: &str, text: Option<&str>, errors: &mut Vec<ErrorDetail>) -> Option<String> {
    let text = text?.replace("\r\n", "\n");
    let text = text.trim();
    let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
    if text.chars().count() > MAX_TEXT_CHARS || text.chars().any(is_control) {
        let message =
            format!("Enter at most {MAX_TEXT_CHARS} characters, without control characters.");
        errors.push(
            ErrorDetail::new(path, ErrorDetailCode::TextLength, message).at_most(MAX_TEXT_CHARS),
        );
    }
    (!text.is_empty()).then(|| text.to_owned())
}
