//! How punctual suppliers are, and how long they take.

mod lead_time;
mod on_time;

use super::super::phrases::Covered;
use super::extent;
use crate::auth::permission::PurchasingRead;
use crate::features::assistant::desk::Desk;
use crate::features::assistant::facts::FactSheet;
use crate::features::assistant::finding::Finding;
use crate::features::assistant::periods::Period;
use crate::features::assistant::registry::{Args, Metric};
use crate::features::purchasing::suppliers::{DELIVERY_METHOD, LEAD_TIME_METHOD};
use crate::features::purchasing::{read_agreed_lead_times, read_lead_times, read_punctuality};
use crate::http::ApiError;

pub(in crate::features::assistant::tools) async fn supplier_performance(
    desk: &Desk<'_>,
    args: &Args,
    sheet: &mut FactSheet,
    found: &mut Finding,
) -> Result<(), ApiError> {
    let right = desk.require(PurchasingRead)?;
    let db = desk.rolled_up_db().await?;
    let Some(extent) = extent(&db, desk, args, &right, sheet, found).await? else {
        return Ok(());
    };
    let as_of = desk.as_of();
    let covered = Covered::of(args, Period::Last12Months, as_of, sheet);
    if args.metric == Some(Metric::LeadTime) {
        found.method = Some(LEAD_TIME_METHOD);
        let times = read_lead_times(&db, covered.dates, as_of, &right).await?;
        let agreed = read_agreed_lead_times(&db, &right).await?;
        lead_time::told(args, times, &agreed, &covered, sheet, found);
    } else {
        found.method = Some(DELIVERY_METHOD);
        let punctuality = read_punctuality(&db, covered.dates, as_of, &right).await?;
        on_time::told(args, &punctuality, &covered, sheet, found);
    }
    if found.n == 0 {
        covered.explain_nothing(&extent, sheet, found);
    }
    Ok(())
}
