//! Table names other than the five known ones are refused without database error details.

use crate::{Answer, TestApp};
use serde_json::{Value, json};

const TABLES: [&str; 5] = [
    "inventory_data",
    "sales_transactions",
    "market_prices",
    "customer_profiles",
    "supplier_data",
];
const OTHER_TABLES: [&str; 40] = [
    "",
    " ",
    "*",
    "%",
    ".",
    "..",
    "/etc/passwd",
    "../../data/sprout.db",
    "C:\\windows\\win.ini",
    "file:///etc/passwd",
    "pg_catalog.pg_tables",
    "pg_shadow",
    "information_schema.tables",
    "sqlite_master",
    "person",
    "membership",
    "public.person",
    "tenant",
    "refresh_token",
    "null",
    "undefined",
    "true",
    "0",
    "-1",
    "1; drop table person",
    "' or '1'='1",
    "\" or \"\"=\"",
    "x'; select pg_sleep(9)--",
    "(select 1)",
    "${jndi:ldap://x}",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "\u{0}",
    "\u{202e}atad_reilppus",
    "\u{ff53}upplier_data",
    "supplier_dat\u{0430}",
    "supplier_data\u{0}",
    "SUPPLIER_DATA",
    "Supplier_Data",
    "%73upplier_data",
];
const WRAPPERS: [(&str, &str); 32] = [
    ("'", "'"),
    ("\"", "\""),
    ("`", "`"),
    ("[", "]"),
    ("(", ")"),
    ("", ";"),
    ("", "; drop table person; --"),
    ("", "--"),
    ("", "/**/"),
    ("", "#"),
    ("", " "),
    (" ", ""),
    ("\t", ""),
    ("", "\n"),
    ("", "\r\n"),
    ("", "\u{0}"),
    ("public.", ""),
    ("main.", ""),
    ("../", ""),
    ("./", ""),
    ("", "/.."),
    ("", ".csv"),
    ("", "\\"),
    ("", "%00"),
    ("", "' union select password_hash from person --"),
    ("", " where 1=1"),
    ("", ",person"),
    ("", " as x"),
    ("", "\u{feff}"),
    ("\u{200b}", ""),
    ("", "\u{301}"),
    ("", "'||'"),
];
/// Strings that would reveal a database, a file system or a library.
const INTERNAL_WORDS: [&str; 14] = [
    "sqlstate",
    "syntax",
    "sqlite",
    "postgres",
    "sqlx",
    "sea_orm",
    "relation",
    "near \"",
    "no such table",
    "panicked",
    ".rs",
    "os error",
    "stack",
    "/work",
];

fn assert_no_internals(answer: &Answer, name: &str) {
    assert!(
        answer.status.is_client_error(),
        "{name:?}: {} {}",
        answer.status,
        answer.text
    );
    let message = answer.json["message"]
        .as_str()
        .unwrap()
        .replace(name, "")
        .to_lowercase();
    for word in INTERNAL_WORDS {
        assert!(!message.contains(word), "{name:?}: {message}");
    }
}

#[tokio::test]
async fn two_hundred_names_that_are_no_table_are_refused_in_words() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_suppliers("s1,Acme,seed,7,true,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&owner, &warehouse).await.data();
    let around = TABLES.iter().flat_map(|table| {
        WRAPPERS
            .iter()
            .map(move |(before, after)| format!("{before}{table}{after}"))
    });
    let names: Vec<String> = OTHER_TABLES
        .iter()
        .map(|name| (*name).to_owned())
        .chain(around)
        .collect();
    assert_eq!(names.len(), 200);
    for name in &names {
        assert_no_internals(
            &owner
                .post(
                    "/api/data-sync/table",
                    json!({"tableName": name, "options": {}}),
                )
                .await,
            name,
        );
    }
    for other in [
        json!(null),
        json!(7),
        json!(true),
        json!(["supplier_data"]),
        json!({"$ne": null}),
        json!("x".repeat(65_000)),
    ] {
        let answer = owner
            .post(
                "/api/data-sync/table",
                json!({"tableName": other, "options": {}}),
            )
            .await;
        assert_eq!(answer.expect_failure(400), "invalid_body", "{other}");
    }
    for table in TABLES {
        let answer = owner
            .post(
                "/api/data-sync/table",
                json!({"tableName": table, "options": {}}),
            )
            .await;
        assert_ne!(
            answer.json["code"],
            Value::from("unknown_table"),
            "{table}: {}",
            answer.text
        );
    }
    assert_eq!(
        owner.get("/api/account").await.data()["organization"]["name"],
        "Prairie"
    );
}
