//! The rows behind figures: they add up to what a query answers, in pages and in files. Today is
//! 2026-06-16.

use crate::{Client, TestApp};
use poem::http::Method;
use poem::{Body, Request};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";
const ROWS: &str = "/api/metrics/rows";
const QUERY: &str = "/api/metrics/query";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Two currencies and units, returns, purchases that are late, open or not due, and names that
/// spreadsheets would take for formulas.
pub(crate) async fn sync_lines(app: &TestApp, owner: &Client) {
    let lines = [
        // id, order, direction, day, customer, supplier, item, quantity, unit, price, currency,
        // promised, delivered, location
        "s1,o1,sale,2026-05-04,c1,,urea,10.1234,ton,500.55,USD,,,Ames",
        "s2,o1,sale,2026-05-04,c1,,corn,20,bag,100.1,USD,,,Boone",
        "s3,o2,sale,2026-05-20,c2,,amine,3.3333,gal,9.9999,CAD,,,Ames",
        "s4,o3,sale,2026-06-02,c1,,urea,-1.5001,ton,500.55,USD,,,Ames",
        "s5,o4,sale,2025-05-30,c3,,corn,12,bag,90,USD,,,",
        "s6,o5,sale,2025-06-01,c1,,urea,6,ton,480.25,USD,,,Ames",
        "s7,o6,sale,2026-06-17,c1,,urea,600,ton,480,USD,,,Ames",
        "p1,b1,purchase,2026-05-02,,s1,urea,9,ton,400.3333,USD,2026-05-12,2026-05-12,Ames",
        "p2,b1,purchase,2026-05-03,,s1,urea,2,ton,410.3333,USD,2026-05-12,2026-05-20,Ames",
        "p3,b2,purchase,2026-05-04,,s2,corn,5,bag,41,USD,2026-06-01,,Ames",
        "p4,b3,purchase,2026-06-10,,s2,corn,7,bag,42,CAD,2026-07-01,,Boone",
    ];
    let warehouse = app.create_warehouse("rows");
    let lines = lines.map(|line| format!("{line},{UPDATED_AT}\n"));
    warehouse.write_transactions(&lines.concat());
    warehouse.write_customers(&format!(
        "c1,\"=HYPERLINK(\"\"x\"\")\",Iowa,Story,500,corn;soybeans,R,,2020-01-01,{UPDATED_AT}\n\
         c2,Diaz Brothers,Iowa,Boone,250.5,corn,,,2021-01-01,{UPDATED_AT}\n\
         c3,Åsa Lindqvist,Iowa,Story,,,R,,2019-01-01,{UPDATED_AT}\n"
    ));
    warehouse.write_suppliers(&format!(
        "s1,Plains,,10,true,{UPDATED_AT}\ns2,+Coop,,10,true,{UPDATED_AT}\n"
    ));
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,11.25,1,2,20,,,20,400.3333,USD,s1,{UPDATED_AT}\n\
         corn,Corn Seed,seed,bag,Ames,-3,0,0,,,,20,40,USD,s1,{UPDATED_AT}\n\
         corn,Corn Seed,seed,bag,Boone,1,0,0,5,,,20,40,USD,s2,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(owner, &warehouse).await.data();
}

/// An exact number as an integer scaled by 10^8.
fn scaled(number: &str) -> i128 {
    let (negative, digits) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let value: i128 = format!("{whole}{fraction:0<8}").parse().unwrap();
    if negative { -value } else { value }
}

/// The records of a CSV file.
fn read_csv(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let records = reader.records().map(|record| {
        let record = record.unwrap();
        let cells = headers.iter().zip(&record);
        cells
            .map(|(name, cell)| (name.to_owned(), cell.to_owned()))
            .collect()
    });
    records.collect()
}

async fn rows_as_csv(client: &Client, body: &Value) -> Vec<BTreeMap<String, String>> {
    let file = client
        .with_header("accept", "text/csv")
        .post(ROWS, body.clone())
        .await;
    assert_eq!(file.status.as_u16(), 200, "{}", file.text);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    read_csv(&file.text)
}

/// The figures of `id` in an answer, by the members that are kept apart.
fn figures(columns: &Value, rows: &Value, id: &str) -> BTreeMap<String, i128> {
    let columns = columns.as_array().unwrap();
    let place = columns.iter().position(|one| one["id"] == id).unwrap();
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| {
        let apart = columns.iter().zip(row.as_array().unwrap());
        let apart = apart.filter(|(column, _)| column["role"] == "dimension");
        let key: Vec<&str> = apart.map(|(_, value)| value.as_str().unwrap()).collect();
        (
            key.join(" "),
            scaled(&row[place].to_string().replace(".0", "")),
        )
    })
    .collect()
}

/// Dataset, measure, column that adds up (none: rows are counted), sign, what is kept apart.
type RowCase<'a> = (&'a str, &'a str, Option<&'a str>, i128, &'a [&'a str]);

#[tokio::test]
async fn rows_add_up_to_the_figure_to_the_last_digit() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_lines(&app, &owner).await;
    let month = json!({"from": "2026-05-01", "to": "2026-05-31"});
    let all = json!({"preset": "all"});
    let seed = json!([{"dimension": "category", "op": "not_in", "values": ["seed"]}]);
    let cases: [RowCase; 13] = [
        ("sales", "revenue", Some("amount"), 1, &["currency"]),
        ("sales", "quantity", Some("quantity"), 1, &["unit"]),
        (
            "sales",
            "returned_quantity",
            Some("quantity"),
            -1,
            &["unit"],
        ),
        ("sales", "lines", None, 1, &[]),
        ("sales", "cost_of_goods", Some("cost"), 1, &["currency"]),
        ("purchases", "spend", Some("amount"), 1, &["currency"]),
        ("purchases", "late_lines", None, 1, &[]),
        ("purchases", "open_lines", None, 1, &[]),
        ("purchases", "overdue_lines", None, 1, &[]),
        (
            "inventory",
            "stock_value",
            Some("stock_value"),
            1,
            &["currency"],
        ),
        ("inventory", "below_reorder_point", None, 1, &[]),
        ("customers", "acres", Some("acres"), 1, &[]),
        ("customers", "lapsed_customers", None, 1, &[]),
    ];
    for (dataset, measure, column, sign, apart) in cases {
        for (period, filters) in [(&all, None), (&month, None), (&all, Some(&seed))] {
            let mut body = json!({"dataset": dataset, "measures": [measure]});
            let has_days = matches!(dataset, "sales" | "purchases");
            if has_days {
                body["period"] = period.clone();
            }
            if let Some(filters) = filters.filter(|_| dataset != "customers") {
                body["filters"] = filters.clone();
            }
            let answer = owner.post(QUERY, body.clone()).await;
            let answer = answer.data();
            let expected = figures(&answer["columns"], &answer["totals"], measure);
            let page = owner.post(ROWS, body.clone()).await;
            let page = page.data();
            assert_eq!(page["totals"], answer["totals"], "{body}");
            let rows = rows_as_csv(&owner, &body).await;
            assert_eq!(page["rowCount"], rows.len(), "{body}");
            let is_split = expected.len() > 1;
            let mut sums: BTreeMap<String, i128> = BTreeMap::new();
            for row in &rows {
                let key: Vec<&str> = apart.iter().map(|name| row[*name].as_str()).collect();
                let key = if is_split {
                    key.join(" ")
                } else {
                    String::new()
                };
                let value = match column {
                    Some(name) if row[name].is_empty() => 0,
                    Some(name) => sign * scaled(&row[name]),
                    None => scaled("1"),
                };
                *sums.entry(key).or_default() += value;
            }
            if rows.is_empty() {
                assert!(expected.values().all(|figure| *figure == 0), "{body}");
            } else {
                // Figures are shown with six decimals.
                let round = |sum: i128| (sum + 50).div_euclid(100);
                for (key, figure) in &expected {
                    let sum = sums.remove(key).unwrap_or_default();
                    assert_eq!(round(sum), round(*figure), "{key} {body} {rows:?}");
                }
                assert!(sums.is_empty(), "{sums:?} {body}");
            }
        }
    }
    let overdue = json!({"measures": ["overdue_lines"]});
    let overdue = rows_as_csv(&owner, &overdue).await;
    assert_eq!(overdue.len(), 1);
    assert_eq!(overdue[0]["transaction"], "p3");
}

#[tokio::test]
async fn pages_go_on_where_the_last_one_ended_and_new_rows_replace_cached_ones() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_lines(&app, &owner).await;
    let mut body = json!({"dataset": "sales", "limit": 2});
    let mut days = Vec::new();
    let mut pages = 0;
    loop {
        let answer = owner.post(ROWS, body.clone()).await;
        let page = answer.data();
        let rows = page["rows"].as_array().unwrap();
        days.extend(rows.iter().map(|row| row[0].as_str().unwrap().to_owned()));
        pages += 1;
        match page.get("nextCursor") {
            Some(cursor) => body["cursor"] = cursor.clone(),
            None => break,
        }
    }
    assert_eq!(days, ["s4", "s3", "s1", "s2", "s6", "s5"], "newest first");
    assert_eq!(pages, 3);
    let first = json!({"dataset": "sales", "limit": 2});
    assert_eq!(owner.post(ROWS, first.clone()).await.data()["rowCount"], 6);
    let warehouse = app.create_warehouse("rows");
    warehouse.write_transactions(&format!(
        "s9,o9,sale,2026-06-03,c1,,urea,1,ton,1,USD,,,Ames,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let after = owner.post(ROWS, first).await;
    assert_ne!(after.data()["rows"][0][0], "s4", "{}", after.text);
}

#[tokio::test]
async fn files_are_safe_to_open_in_a_spreadsheet() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_lines(&app, &owner).await;
    let body = json!({"measures": ["revenue"], "dimensions": ["item"], "compare": "previous_year",
        "period": {"preset": "this_year"}});
    let rows = rows_as_csv(&owner, &body).await;
    assert_eq!(rows[0]["customer"], "'=HYPERLINK(\"x\")");
    assert_eq!(rows[0]["quantity"], "-1.5001", "a number is no formula");
    let request = Request::builder()
        .method(Method::POST)
        .uri_str(ROWS)
        .header("authorization", format!("Bearer {}", owner.token()))
        .header("accept", XLSX)
        .content_type("application/json")
        .body(Body::from_vec(serde_json::to_vec(&body).unwrap()));
    let (headers, bytes) = owner.fetch_file(request).await;
    assert_eq!(headers["content-type"], XLSX);
    assert_eq!(
        headers["content-disposition"],
        "attachment; filename=\"rows.xlsx\""
    );
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut read = |name: &str| {
        let mut text = String::new();
        let mut file = archive.by_name(name).unwrap();
        file.read_to_string(&mut text).unwrap();
        text
    };
    let sheet = read("xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>"), "{sheet}");
    assert!(sheet.contains("<v>-1.5001</v>"), "{sheet}");
    assert!(read("xl/sharedStrings.xml").contains("=HYPERLINK"));
    assert!(read("xl/worksheets/sheet2.xml").contains("<v>"), "totals");
}

#[tokio::test]
async fn an_invalid_query_of_rows_names_the_path() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for (body, path) in [
        (json!({}), "dataset"),
        (
            json!({"measures": ["revenue"], "topPer": {"dimension": "item", "limit": 1}}),
            "topPer",
        ),
        (json!({"dataset": "sales", "limit": 10_001}), "limit"),
        (
            json!({"dataset": "sales", "filters": [{"dimension": "planet", "op": "in", "values": ["a"]}]}),
            "filters[0].dimension",
        ),
    ] {
        let refused = owner.post(ROWS, body.clone()).await;
        assert_eq!(refused.expect_failure(422), "invalid_values");
        assert_eq!(refused.json["details"][0]["path"], path, "{body}");
    }
}
