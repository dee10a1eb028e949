//! Tests that product and reference both count draft orders, which the files do not contain.

use super::run_verification;
use crate::{Client, TestApp};
use api::commands::verify_figures::VerificationReport;
use poem::http::Method;
use reference::FigureValue;
use serde_json::{Value, json};

const DRAFTS: &str = "/api/purchasing/drafts";
/// All short: one item at two locations, one at one, one without purchases.
const STOCK_ROWS: &str = "urea,Urea,fertilizer,ton,Ames,20,5,10,115,10,20,16,410.5,USD,s1,2026-06-01T00:00:00Z\nurea,Urea,fertilizer,ton,Boone,3,0,0,90,,,16,410.5,USD,s1,2026-06-01T00:00:00Z\nmap,MAP,fertilizer,ton,Ames,3,0,0,150,,,16,700,USD,s1,2026-06-01T00:00:00Z\ncorn,Corn,seed,bag,Ames,1,0,0,90,1,1,5,250.25,USD,,2026-06-01T00:00:00Z\n";

fn purchase_row(id: &str, item: &str, quantity: &str, day: &str, location: &str) -> String {
    format!(
        "{id},o-{id},purchase,{day},,s1,{item},{quantity},ton,400,USD,,,{location},2026-06-01T00:00:00Z\n"
    )
}

/// Creates a draft order with these lines; returns its path.
async fn create_draft(owner: &Client, request: u32, lines: &[(&str, &str, f64)]) -> String {
    let lines: Vec<Value> = lines.iter().map(|(item, location, quantity)| json!({"itemId": item, "location": location, "quantity": quantity})).collect();
    let body =
        json!({"requestId": format!("0198c5a0-7d3e-7a44-9f10-{request:012x}"), "lines": lines});
    let answer = owner.post(DRAFTS, body).await;
    format!(
        "{DRAFTS}/{}",
        answer.data()["items"][0]["id"].as_str().unwrap()
    )
}

fn reference_number(verified: &VerificationReport, name: &str) -> Option<f64> {
    match &verified
        .figures
        .iter()
        .find(|figure| figure.name == name)?
        .reference
    {
        Some(FigureValue::Number(number)) => Some(*number),
        other => panic!("{name}: {other:?}"),
    }
}

#[tokio::test]
async fn open_and_ordered_drafts_count_in_both_implementations() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    // Lines of the same day exist before the draft.
    let before = purchase_row("t1", "urea", "30", "2026-06-16", "Ames")
        + &purchase_row("t2", "map", "8", "2026-06-16", "");
    warehouse
        .write_inventory(STOCK_ROWS)
        .write_transactions(&before);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let recommended = "Recommendations: urea at Ames, Recommended";
    let all = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        (
            all.count_differences(),
            reference_number(&all, "Recommendations: waiting in drafts")
        ),
        (0, Some(0.0)),
        "{}",
        all.format_table(true)
    );
    let at_first = reference_number(&all, recommended).unwrap();

    let urea = create_draft(&owner, 1, &[("urea", "Ames", 40.0)]).await;
    let map = create_draft(&owner, 2, &[("map", "Ames", 20.0)]).await;
    let waiting = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        (
            waiting.count_differences(),
            reference_number(&waiting, "Recommendations: waiting in drafts")
        ),
        (0, Some(2.0)),
        "{}",
        waiting.format_table(true)
    );
    assert_eq!(reference_number(&waiting, recommended), None);

    for path in [&urea, &map] {
        owner
            .send(Method::POST, &format!("{path}/order"), None)
            .await
            .data();
    }
    let urea_again = create_draft(&owner, 3, &[("urea", "Ames", 30.0)]).await;
    owner
        .send(Method::POST, &format!("{urea_again}/order"), None)
        .await
        .data();
    let ordered = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        (
            ordered.count_differences(),
            reference_number(&ordered, "Recommendations: waiting in drafts")
        ),
        (0, Some(0.0)),
        "{}",
        ordered.format_table(true)
    );
    assert!(
        reference_number(&ordered, recommended).unwrap() <= at_first - 40.0,
        "70 are outstanding"
    );

    // A part arrives: by a purchase line without a location for an item with a single stock row,
    // and by the quantity on order.
    warehouse.write_transactions(
        &(before
            + &purchase_row("t3", "urea", "15", "2026-06-20", "Ames")
            + &purchase_row("t4", "map", "5", "2026-06-20", "")),
    );
    let (as_it_was, more) = (
        "20,5,10,115,10,20,16,410.5,USD,s1,2026-06-01",
        "20,12,10,115,10,20,16,410.5,USD,s1,2026-06-20",
    );
    warehouse.write_inventory(&STOCK_ROWS.replace(as_it_was, more));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let partly = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        partly.count_differences(),
        0,
        "{}",
        partly.format_table(true)
    );

    // Discarded drafts do not count.
    let discarded = create_draft(&owner, 4, &[("corn", "Ames", 5.0)]).await;
    owner
        .send(Method::POST, &format!("{discarded}/discard"), None)
        .await
        .data();
    let after = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        (
            after.count_differences(),
            reference_number(&after, "Recommendations: waiting in drafts")
        ),
        (0, Some(0.0)),
        "{}",
        after.format_table(true)
    );
}
