//! Responses with a draft order: JSON, CSV for ERP systems, and PDF for suppliers.

use crate::features::purchasing::wire::draft_types::DraftOrder;
use crate::http::{Envelope, push_csv_line};
use poem::http::header;
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{
    MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use poem_openapi::types::Type;
use sea_orm::prelude::Uuid;

const CSV: &str = "text/csv";
const PDF: &str = "application/pdf";

/// The format of a response with a draft order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DraftFormat {
    Json,
    Csv,
    Pdf,
}

impl DraftFormat {
    /// The format that an `Accept` header asks for.
    pub(super) fn from_accept(accept: Option<&str>) -> Self {
        match accept {
            Some(accept) if accept.contains(PDF) => Self::Pdf,
            Some(accept) if accept.contains(CSV) => Self::Csv,
            _ => Self::Json,
        }
    }
}

/// Response with a draft order.
pub(super) enum DraftResponse {
    /// As JSON.
    Data(Box<DraftOrder>),
    /// As CSV.
    Csv(Box<DraftOrder>),
    /// As PDF.
    Pdf { id: Uuid, bytes: Vec<u8> },
}

const CSV_HEADER: [&str; 12] = [
    "draft",
    "drafted_at",
    "supplier_id",
    "supplier",
    "item_id",
    "item",
    "location",
    "quantity",
    "unit",
    "unit_cost",
    "amount",
    "currency",
];

/// One CSV line per order line.
pub(super) fn render_csv(draft: &DraftOrder) -> String {
    let mut text = String::new();
    push_csv_line(&mut text, CSV_HEADER);
    let (id, at) = (draft.id.to_string(), draft.created_at.to_rfc3339());
    let supplier = (
        draft.supplier_id.as_deref().unwrap_or_default(),
        draft.supplier.as_deref().unwrap_or_default(),
    );
    for line in &draft.lines {
        // Shortest text that parses to the same number: up to four decimals, as stored.
        let [quantity, unit_cost, amount] =
            [line.quantity, line.unit_cost, line.cost].map(|figure| figure.to_string());
        let cells = [
            id.as_str(),
            &at,
            supplier.0,
            supplier.1,
            &line.item_id,
            &line.item,
            &line.location,
            &quantity,
            &line.unit,
            &unit_cost,
            &amount,
            &draft.currency,
        ];
        push_csv_line(&mut text, cells);
    }
    text
}

impl IntoResponse for DraftResponse {
    fn into_response(self) -> Response {
        match self {
            Self::Data(draft) => Json(Envelope::new(*draft)).into_response(),
            Self::Csv(draft) => to_file(
                "text/csv; charset=utf-8",
                draft.id,
                "csv",
                render_csv(&draft),
            ),
            Self::Pdf { id, bytes } => to_file(PDF, id, "pdf", bytes),
        }
    }
}

fn to_file(content_type: &str, id: Uuid, ending: &str, body: impl Into<Body>) -> Response {
    let attachment = format!("attachment; filename=\"purchase-order-{id}.{ending}\"");
    Response::builder()
        .content_type(content_type)
        .header(header::CONTENT_DISPOSITION, attachment)
        .body(body)
}

impl ApiResponse for DraftResponse {
    fn meta() -> MetaResponses {
        let data = MetaMediaType {
            content_type: Json::<Envelope<DraftOrder>>::CONTENT_TYPE,
            schema: Envelope::<DraftOrder>::schema_ref(),
        };
        let csv = MetaMediaType {
            content_type: CSV,
            schema: String::schema_ref(),
        };
        let pdf = MetaMediaType {
            content_type: PDF,
            schema: MetaSchemaRef::Inline(Box::new(MetaSchema {
                format: Some("binary"),
                ..MetaSchema::new("string")
            })),
        };
        let answer = MetaResponse {
            description: "The draft order.",
            status: Some(200),
            status_range: None,
            content: vec![data, csv, pdf],
            headers: Vec::new(),
        };
        MetaResponses {
            responses: vec![answer],
        }
    }

    fn register(registry: &mut Registry) {
        Envelope::<DraftOrder>::register(registry);
    }
}
