//! Every type of value is stored exactly, on both database engines.

use super::{SyncFixture, table_counts};
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;

fn parse_day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn parse_instant(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[tokio::test]
async fn the_largest_and_smallest_numbers_are_exact() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_inventory(
        "a,A,seed,bag,X,999999999999.9999,0,0,0.0001,0.5,0,0,0,USD,,2026-06-01T00:00:00Z\nb,B,seed,bag,X,-999999999999.9999,000000000012.50000,+3,,,,36500,12.3456,EUR,s,2026-06-01T00:00:00Z\nc,C,seed,bag,X,1000000000000,0,0,,,,,1,USD,,2026-06-01T00:00:00Z\nd,D,seed,bag,X,1e3,0,0,,,,,1,USD,,2026-06-01T00:00:00Z\n",
    );
    let answer = farm.sync_table("inventory_data", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "inventory_data").await),
        [4, 2, 0, 0, 0, 2]
    );
    let rows = farm.load_inventory().await;
    assert_eq!(
        (
            rows[0].on_hand_e4,
            rows[0].reorder_point_e4,
            rows[0].pack_size_e4,
            rows[0].lead_time_days
        ),
        (9_999_999_999_999_999, Some(1), Some(5_000), Some(0))
    );
    assert_eq!(
        (
            rows[1].on_hand_e4,
            rows[1].on_order_e4,
            rows[1].booked_e4,
            rows[1].reorder_point_e4
        ),
        (-9_999_999_999_999_999, 125_000, 30_000, None)
    );
    assert_eq!(
        (
            rows[1].lead_time_days,
            rows[1].unit_cost_e4,
            rows[1].supplier_id.as_deref()
        ),
        (Some(36_500), 123_456, Some("s"))
    );
    // Rounded half-even to four decimals; a product out of range is rejected.
    farm.warehouse.write_transactions(
        "1,o,purchase,2026-06-01,,s,i,0.5,ton,0.0001,USD,,,,2026-06-01T00:00:00Z\n\
         2,o,purchase,2026-06-01,,s,i,1.5,ton,0.0001,USD,,,,2026-06-01T00:00:00Z\n\
         3,o,purchase,2026-06-01,,s,i,999999999999,ton,1,USD,,,,2026-06-01T00:00:00Z\n\
         4,o,purchase,2026-06-01,,s,i,999999999999,ton,2,USD,,,,2026-06-01T00:00:00Z\n",
    );
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "sales_transactions").await),
        [4, 3, 0, 0, 0, 1]
    );
    let amounts: Vec<_> = farm
        .load_transactions()
        .await
        .iter()
        .map(|line| line.amount_e4)
        .collect();
    assert_eq!(amounts, [0, 2, 9_999_999_999_990_000]);
}

#[tokio::test]
async fn days_and_moments_come_back_as_they_were() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_transactions(
        "1,o,purchase,0001-01-01,,s,i,1,ton,1,USD,2024-02-29,9999-12-31,,0001-01-01T00:00:00Z\n\
         2,o,purchase,1969-12-31,,s,i,1,ton,1,USD,,,,2026-06-01T23:59:59.123456789-05:00\n\
         3,o,sale,2000-01-01,c,,i,1,ton,1,USD,1999-12-31,,,9999-12-31T23:59:59Z\n",
    );
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "sales_transactions").await),
        [3, 3, 0, 0, 0, 0]
    );
    let rows = farm.load_transactions().await;
    assert_eq!(
        (
            rows[0].transaction_date,
            rows[0].promised_date,
            rows[0].delivered_date
        ),
        (
            parse_day("0001-01-01"),
            Some(parse_day("2024-02-29")),
            Some(parse_day("9999-12-31"))
        )
    );
    assert_eq!(
        (rows[1].transaction_date, rows[1].promised_date),
        (parse_day("1969-12-31"), None)
    );
    assert_eq!(
        (rows[2].transaction_date, rows[2].promised_date),
        (parse_day("2000-01-01"), Some(parse_day("1999-12-31")))
    );
    let moments: Vec<_> = rows.iter().map(|row| row.updated_at).collect();
    assert_eq!(
        moments,
        [
            "0001-01-01T00:00:00Z",
            "2026-06-02T04:59:59.123456Z",
            "9999-12-31T23:59:59Z"
        ]
        .map(parse_instant)
    );
    // The merge reads the values back and finds no difference.
    let again = farm.sync_table("sales_transactions", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&again, "sales_transactions").await),
        [3, 0, 0, 3, 0, 0]
    );
}

#[tokio::test]
async fn text_is_preserved_and_empty_is_none() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_customers(
        "c1,\"  O'Brien; \\ -- \"\"Ω\"\" 🌽  \",,,,wheat; corn,,,,2026-06-01T00:00:00Z\n\
         c2,Zoë,Iowa,Story,0,,Ada,a@b.example,2020-02-29,2026-06-01T00:00:00Z\n\
         c3,Bad,Iowa,Story,-1,oats,Ada,a@b.example,2020-02-29,2026-06-01T00:00:00Z\n",
    );
    let answer = farm.sync_table("customer_profiles", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "customer_profiles").await),
        [3, 2, 0, 0, 0, 1]
    );
    let rows = farm.load_customers().await;
    assert_eq!(rows[0].customer_name, "O'Brien; \\ -- \"Ω\" 🌽");
    assert_eq!(
        (
            &rows[0].state,
            rows[0].acres_e4,
            rows[0].crops.as_deref(),
            rows[0].customer_since
        ),
        (&None, None, Some("wheat;corn"), None)
    );
    assert_eq!(
        (rows[1].acres_e4, &rows[1].crops, rows[1].customer_since),
        (Some(0), &None, Some(parse_day("2020-02-29")))
    );
}
