//! Draft orders as CSV for suppliers and ERP systems.

use crate::features::purchasing::wire::draft_types::DraftOrder;
use crate::http::{Envelope, push_csv_line};
use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Json, Payload};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::Type;

/// Response with a draft order.
pub(super) enum DraftResponse {
    /// As JSON.
    Data(Box<DraftOrder>),
    /// As CSV.
    File(Box<DraftOrder>),
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
fn render_csv(draft: &DraftOrder) -> String {
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
            Self::File(draft) => {
                let attachment =
                    format!("attachment; filename=\"purchase-order-{}.csv\"", draft.id);
                Response::builder()
                    .content_type("text/csv; charset=utf-8")
                    .header(header::CONTENT_DISPOSITION, attachment)
                    .body(render_csv(&draft))
            }
        }
    }
}

impl ApiResponse for DraftResponse {
    fn meta() -> MetaResponses {
        let data = MetaMediaType {
            content_type: Json::<Envelope<DraftOrder>>::CONTENT_TYPE,
            schema: Envelope::<DraftOrder>::schema_ref(),
        };
        let file = MetaMediaType {
            content_type: "text/csv",
            schema: String::schema_ref(),
        };
        let answer = MetaResponse {
            description: "The draft order.",
            status: Some(200),
            status_range: None,
            content: vec![data, file],
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
