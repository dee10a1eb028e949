//! What the dates of sales are: the proposal, the setting, and the plan under both.

use crate::source_warehouse::Warehouse;
use crate::{Client, TestApp};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;

const DATING: &str = "/api/data-sync/sales-dating";
const PLAN: &str = "/api/purchasing/plan?limit=50";
const POSITION: &str = "/api/purchasing/position?weeks=26&limit=50";
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";
const FIRST_YEAR: i32 = 2023;
const BOOKINGS_PER_SEASON: u64 = 9;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A customer's booking of urea or corn seed.
struct Booking {
    id: String,
    item: &'static str,
    unit: &'static str,
    units: u64,
    booked: NaiveDate,
    due: NaiveDate,
    /// None while it is open.
    delivered: Option<NaiveDate>,
    is_canceled: bool,
}

impl Booking {
    fn status(&self) -> &'static str {
        match self.delivered {
            _ if self.is_canceled => "canceled",
            Some(_) => "delivered",
            None => "open",
        }
    }
}

/// Booked in the winter for the spring, and in May and June for the fall: of every year, one of each
/// nine is canceled. Those for the fall of 2026 are open.
fn list_bookings() -> Vec<Booking> {
    let mut bookings = Vec::new();
    for year in FIRST_YEAR..=2026 {
        for (season, booked, due, item, unit, units) in [
            ("s", "01-12", "04-06", "corn", "bag", 30),
            ("u", "02-02", "04-20", "urea", "ton", 12),
            ("f", "05-20", "09-14", "urea", "ton", 9),
        ] {
            for number in 0..BOOKINGS_PER_SEASON {
                let due = day(&format!("{year}-{due}")) + Days::new(3 * number);
                let is_canceled = number == 4;
                let delivered = due + Days::new(number % 3);
                bookings.push(Booking {
                    id: format!("{season}{year}-{number}"),
                    item,
                    unit,
                    units: units + number,
                    booked: day(&format!("{year}-{booked}")) + Days::new(2 * number),
                    due,
                    delivered: Some(delivered)
                        .filter(|delivered| !is_canceled && *delivered < day("2026-06-16")),
                    is_canceled,
                });
            }
        }
    }
    bookings
}

/// The same business, with sales dated by booking or by delivery. Today is 2026-06-16.
fn write_business(warehouse: &Warehouse, by_booking: bool) {
    let mut sales = String::new();
    for week in 1..165 {
        let sold = day("2026-06-15") - Days::new(7 * week - 7);
        for (item, unit, units, price) in [("urea", "ton", 3, 500), ("corn", "bag", 4, 300)] {
            writeln!(
                sales,
                "{item}{week},{item}{week},sale,{sold},c1,,{item},{units},{unit},{price},USD,,,Ames,\
                 {UPDATED_AT}"
            )
            .unwrap();
        }
    }
    let mut bookings = "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,\
        currency,booked_date,due_date,delivered_quantity,status,updated_at\n"
        .to_owned();
    for booking in list_bookings() {
        let Booking {
            id,
            item,
            unit,
            units,
            booked,
            due,
            delivered,
            is_canceled,
        } = &booking;
        let price = if *item == "urea" { 500 } else { 300 };
        let arrived = delivered.map(|day| day.to_string()).unwrap_or_default();
        let done = if delivered.is_some() { *units } else { 0 };
        writeln!(
            bookings,
            "{id},1,c2,{item},Ames,{units},{unit},{price},USD,{booked},{due},{done},{},{UPDATED_AT}",
            booking.status()
        )
        .unwrap();
        let dated = match delivered {
            _ if by_booking => *booked,
            Some(day) => *day,
            // Invoices know nothing of it.
            None => continue,
        };
        let units = if *is_canceled { 0 } else { *units };
        writeln!(
            sales,
            "{id},{id},sale,{dated},c2,,{item},{units},{unit},{price},USD,{due},{arrived},Ames,\
             {UPDATED_AT}"
        )
        .unwrap();
    }
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,20,0,0,,4,8,14,400,USD,s1,{UPDATED_AT}\n\
         corn,Corn 110,seed,bag,Ames,15,0,0,,,,21,250,USD,s1,{UPDATED_AT}\n"
    ));
    warehouse.write_transactions(&sales);
    warehouse.write_file("customer_bookings.csv", bookings);
}

async fn sync_business(app: &TestApp, name: &str, by_booking: bool) -> (Client, Warehouse) {
    let owner = app.create_organization(name).await;
    let warehouse = app.create_warehouse(name);
    write_business(&warehouse, by_booking);
    app.sync_warehouse(&owner, &warehouse).await.data();
    (owner, warehouse)
}

/// The plan and the season position.
async fn advice(owner: &Client) -> [Value; 2] {
    let plan = owner.get(PLAN).await.data().clone();
    assert!(plan["total"].as_u64() > Some(0), "{plan}");
    [plan, owner.get(POSITION).await.data().clone()]
}

#[tokio::test]
async fn the_same_business_under_both_datings_has_the_same_plan() {
    let app = TestApp::start().await;
    let (by_delivery, _) = sync_business(&app, "delivery", false).await;
    let (by_booking, _) = sync_business(&app, "booking", true).await;
    let dated = by_delivery.get(DATING).await.data().clone();
    assert_eq!(
        (&dated["dating"], &dated["proposed"], &dated["reason"]),
        (&Value::Null, &json!("delivery"), &json!("same_days"))
    );
    let dated = by_booking.get(DATING).await.data().clone();
    let bookings = list_bookings();
    let delivered = bookings.iter().filter(|one| one.delivered.is_some());
    let lines = bookings.iter().filter(|one| !one.is_canceled).count();
    assert_eq!(
        dated,
        json!({
            "proposed": "booking", "reason": "other_days", "saleLines": 2 * 164 + lines,
            "otherDayLines": delivered.count(), "overdueLines": 0,
        })
    );
    let expected = advice(&by_delivery).await;
    assert_eq!(advice(&by_booking).await, expected);

    // The setting decides, not the proposal.
    let set = by_booking.put(DATING, json!({"dating": "delivery"})).await;
    assert_eq!(
        (&set.data()["dating"], &set.data()["proposed"]),
        (&json!("delivery"), &json!("booking"))
    );
    assert_ne!(advice(&by_booking).await, expected);
    by_booking
        .put(DATING, json!({"dating": "booking"}))
        .await
        .data();
    assert_eq!(advice(&by_booking).await, expected);
    let unset = by_booking.put(DATING, json!({})).await;
    assert_eq!(unset.data()["dating"], Value::Null);
    assert_eq!(advice(&by_booking).await, expected);
}

#[tokio::test]
async fn a_delivered_day_that_arrives_later_moves_the_sale() {
    let app = TestApp::start().await;
    let (owner, warehouse) = sync_business(&app, "later", true).await;
    let before = advice(&owner).await;
    let others = owner.get(DATING).await.data()["otherDayLines"].clone();
    let file = warehouse.path().join("sales_transactions.csv");
    let text = fs::read_to_string(file).unwrap();
    let open = "f2026-0,f2026-0,sale,2026-05-20,c2,,urea,9,ton,500,USD,2026-09-14,,";
    assert!(text.contains(open), "{text}");
    let delivered = open.replace("14,,", "14,2026-06-10,");
    warehouse.write_file("sales_transactions.csv", text.replace(open, &delivered));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let dated = owner.get(DATING).await.data().clone();
    assert_eq!(
        dated["otherDayLines"].as_u64(),
        others.as_u64().map(|lines| lines + 1)
    );
    assert_ne!(advice(&owner).await, before);
    // An empty day takes it back.
    warehouse.write_file("sales_transactions.csv", text);
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(advice(&owner).await, before);
}

#[tokio::test]
async fn promised_days_alone_show_nothing() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Promises").await;
    let warehouse = app.create_warehouse("promises");
    let mut sales = String::new();
    for week in 1..80 {
        let sold = day("2026-06-15") - Days::new(7 * week);
        // Two of the old lines have a delivered day, the others lack it.
        let delivered = if week > 77 { "2026-01-01" } else { "" };
        writeln!(
            sales,
            "w{week},w{week},sale,{sold},c1,,urea,3,ton,500,USD,{sold},{delivered},Ames,{UPDATED_AT}"
        )
        .unwrap();
    }
    warehouse.write_transactions(&sales);
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(
        *owner.get(DATING).await.data(),
        json!({
            "proposed": "delivery", "reason": "missing_days", "saleLines": 79,
            "otherDayLines": 2, "overdueLines": 24,
        })
    );
}

#[tokio::test]
async fn the_dating_is_that_of_the_own_organization() {
    let app = TestApp::start().await;
    let (owner, _) = sync_business(&app, "own", true).await;
    owner
        .put(DATING, json!({"dating": "delivery"}))
        .await
        .data();
    let stranger = app.create_organization("Other").await;
    assert_eq!(
        *stranger.get(DATING).await.data(),
        json!({
            "proposed": "delivery", "reason": "same_days", "saleLines": 0, "otherDayLines": 0,
            "overdueLines": 0,
        })
    );
    stranger
        .put(DATING, json!({"dating": "booking"}))
        .await
        .data();
    assert_eq!(owner.get(DATING).await.data()["dating"], "delivery");
    let member = app.add_member(&owner, "member").await;
    assert_eq!(member.get(DATING).await.data()["dating"], "delivery");
    let refused = member.put(DATING, json!({"dating": "booking"})).await;
    assert_eq!(refused.expect_failure(403), "forbidden");
    let unknown = owner.put(DATING, json!({"dating": "invoice"})).await;
    assert_eq!(unknown.expect_failure(400), "invalid_body");
}
