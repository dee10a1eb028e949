//! Requests at random: every operation, by callers of one organization, with ids, filters, headers
//! and bodies of another one. Of the other one's words none is ever answered, and of its rows none
//! is ever changed. `SPROUT_TEST_REQUESTS` says how many, `SPROUT_TEST_SEED` which.

use super::{Operation, list_operations};
use crate::source_warehouse::PurchaseLine;
use crate::test_app::PASSWORD;
use crate::test_database::SQLITE_TABLES;
use crate::{Answer, Client, TestApp};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Stands in the names of the other organization's rows, and is never sent: an answer that has it
/// has read them.
const CANARY: &str = "CANARY9";
/// What is slow by design, and taken less often.
const SLOW: [&str; 10] = [
    "login",
    "register",
    "changePassword",
    "exportUnaffiliatedAccount",
    "deleteUnaffiliatedAccount",
    "listUnaffiliatedInvitations",
    "acceptUnaffiliatedInvitation",
    "startFullSync",
    "startTableSync",
    "testSource",
];

/// A stream of events does not.
fn has_finite_response(operation: &Operation) -> bool {
    !operation.template.ends_with("/events")
}

/// xorshift: the same numbers for the same seed.
pub(crate) struct SeededRng(u64);

impl SeededRng {
    pub(crate) fn from_seed(seed: u64) -> Self {
        Self(seed | 1)
    }

    pub(crate) fn next_below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % end.max(1)
    }

    pub(crate) fn pick_one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let place = self.next_below(all.len());
        &all[place]
    }

    fn roll_one_in(&mut self, one_in: usize) -> bool {
        self.next_below(one_in) == 0
    }
}

/// The owner of an organization with rows of every table, a rejected one and a conversation, all
/// with `label` in their names.
pub(crate) async fn create_stocked_client(
    app: &TestApp,
    organization: &str,
    label: &str,
    key: &str,
) -> Client {
    let owner = app.create_organization(organization).await;
    let warehouse = app.create_warehouse(key);
    let lines: Vec<String> = (0..28).map(|line| format!("{key}-line-{line}")).collect();
    let dates: Vec<String> = (0..28)
        .map(|line| format!("2026-{:02}-{:02}", line % 5 + 1, line % 28 + 1))
        .collect();
    let purchases = lines.iter().zip(&dates).map(|(id, date)| PurchaseLine {
        id,
        order: id,
        supplier: key,
        item: key,
        date,
        promised: date,
        delivered: date,
        ..PurchaseLine::default()
    });
    warehouse.write_purchases(&purchases.collect::<Vec<_>>());
    warehouse.write_inventory(&format!(
        "{key},{label} Urea,fertilizer,ton,{label} \
        Yard,1,0,0,50,1,1,7,400,USD,{key},2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_customers(&format!(
        "{key},{label} Farms,Iowa,Story,1000,corn,{label} \
        Rep,a@{key}.example,2020-01-01,2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_suppliers(&format!("{key},{label} \
        Chemicals,fertilizer,10,true,2026-06-01T00:00:00Z\nbad-{key},{label},fertilizer,{label},true,x\n"));
    let synced = app.sync_warehouse(&owner, &warehouse).await;
    assert!(synced.status.is_success(), "{}", synced.text);
    let asked = owner
        .post(
            "/api/ai-bot/query",
            json!({"query": format!("How much {label} Urea did we buy?")}),
        )
        .await;
    assert!(asked.status.is_success(), "{}", asked.text);
    owner
}

/// Every text of a value that is no canary: ids, keys, dates, cursors.
pub(crate) fn collect_strings(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if !text.contains(CANARY) && text.len() < 200 => {
            into.insert(text.clone());
        }
        Value::Array(all) => all.iter().for_each(|one| collect_strings(one, into)),
        Value::Object(all) => all.values().for_each(|one| collect_strings(one, into)),
        _ => {}
    }
}

/// All rows of a tenant, by table, as texts.
async fn tenant_rows(app: &TestApp, tenant: &str) -> BTreeMap<String, Vec<String>> {
    let is_sqlite = app.raw.get_database_backend() == DbBackend::Sqlite;
    let (columns, text, owner) = if is_sqlite {
        let named = format!(
            r"
                select m.name as t, c.name as c
                from {SQLITE_TABLES} m
                join pragma_table_info(m.name) c
                order by 1, c.cid
            "
        );
        (named, "quote", format!("x'{}'", tenant.replace('-', "")))
    } else {
        let named = r"
            select table_name::text as t, column_name::text as c
            from information_schema.columns
            where table_schema = 'public'
            order by 1, ordinal_position
        "
        .to_owned();
        (named, "quote_nullable", format!("'{tenant}'"))
    };
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in app
        .raw
        .query_all_raw(Statement::from_string(
            app.raw.get_database_backend(),
            columns,
        ))
        .await
        .unwrap()
    {
        tables
            .entry(row.try_get("", "t").unwrap())
            .or_default()
            .push(row.try_get("", "c").unwrap());
    }
    let mut found = BTreeMap::new();
    for (table, columns) in tables
        .into_iter()
        .filter(|(_, columns)| columns.iter().any(|column| column == "tenant_id"))
    {
        let all: Vec<String> = columns
            .iter()
            .map(|column| format!("{text}(\"{column}\")"))
            .collect();
        let sql = format!(
            "select {} as line from \"{table}\" where tenant_id = {owner} order by 1",
            all.join(" || ',' || ")
        );
        let rows = app
            .raw
            .query_all_raw(Statement::from_string(app.raw.get_database_backend(), sql))
            .await
            .unwrap();
        found.insert(
            table,
            rows.iter()
                .map(|row| row.try_get("", "line").unwrap())
                .collect(),
        );
    }
    found
}

/// The contract's own example with some of its leaves replaced by what is the other organization's.
fn random_body(operation: &Operation, theirs: &[String], dice: &mut SeededRng) -> Option<Value> {
    fn replace(value: &mut Value, theirs: &[String], dice: &mut SeededRng) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(|one| replace(one, theirs, dice)),
            Value::Object(all) => all.values_mut().for_each(|one| replace(one, theirs, dice)),
            Value::String(text) if dice.roll_one_in(2) => text.clone_from(dice.pick_one(theirs)),
            _ => {}
        }
    }
    let mut body = operation.example_body()?;
    if !dice.roll_one_in(4) {
        replace(&mut body, theirs, dice);
    }
    if let (true, Some(fields)) = (dice.roll_one_in(8), body.as_object_mut()) {
        fields.insert("tenantId".to_owned(), dice.pick_one(theirs).clone().into());
    }
    Some(body)
}

fn random_path(operation: &Operation, theirs: &[String], dice: &mut SeededRng) -> String {
    let encoded = |text: &str| {
        text.bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() || byte == b'-' {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect::<String>()
    };
    let mut path = operation.path_for(&encoded(dice.pick_one::<String>(theirs)));
    let parameters = operation.definition["parameters"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let mut separator = '?';
    for name in parameters
        .iter()
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|parameter| parameter["name"].as_str())
        .chain(["tenant_id"])
    {
        if dice.roll_one_in(2) {
            path += &format!(
                "{separator}{name}={}",
                encoded(dice.pick_one::<String>(theirs))
            );
            separator = '&';
        }
    }
    path
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn random_requests_with_another_organizations_ids_read_and_change_nothing_of_it() {
    let number =
        |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let (requests, seed) = (
        number("SPROUT_TEST_REQUESTS", 5_000),
        number("SPROUT_TEST_SEED", 20_261_122),
    );
    let app = TestApp::start().await;
    let other = create_stocked_client(&app, &format!("{CANARY} Supply"), CANARY, "theirs").await;
    let mut theirs = BTreeSet::from([
        "sales_transactions".to_owned(),
        "1".to_owned(),
        "2026-06-01".to_owned(),
    ]);
    for operation in list_operations().into_iter().filter(|operation| {
        operation.method == poem::http::Method::GET && has_finite_response(operation)
    }) {
        let answer = other
            .get(&operation.path_for("0197a000-0000-7000-8000-000000000000"))
            .await;
        collect_strings(&answer.json, &mut theirs);
    }
    let tenant = app.open_access(&other).await.tenant().to_string();
    assert!(
        theirs.contains(&tenant) && theirs.contains("theirs"),
        "ids of the other organization were not found"
    );
    let theirs: Vec<String> = theirs.into_iter().collect();
    let before = tenant_rows(&app, &tenant).await;
    assert!(
        before.values().flatten().any(|row| row.contains(CANARY))
            && before.values().filter(|rows| !rows.is_empty()).count() >= 15
    );

    let mine = create_stocked_client(&app, "Prairie", "Prairie", "mine").await;
    let email = mine.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let viewer = app.add_member(&mine, "viewer").await;
    let mut callers = [mine, viewer, app.anonymous_client()];
    let all: Vec<Operation> = list_operations()
        .into_iter()
        .filter(has_finite_response)
        .collect();
    let mut dice = SeededRng::from_seed(seed);
    let mut statuses: BTreeMap<u16, u64> = BTreeMap::new();
    for request in 0..requests {
        let operation = dice.pick_one(&all);
        if SLOW.contains(&operation.id.as_str()) && !dice.roll_one_in(20) {
            continue;
        }
        let (caller, path, body) = (
            dice.next_below(12),
            random_path(operation, &theirs, &mut dice),
            random_body(operation, &theirs, &mut dice),
        );
        let mut client = callers[usize::from(caller > 7) + usize::from(caller > 10)].clone();
        if dice.roll_one_in(4) {
            client = client
                .with_header("x-tenant-id", &tenant)
                .with_header("cookie", &format!("tenant_id={tenant}"));
        }
        let answer: Answer = client
            .send(operation.method.clone(), &path, body.clone())
            .await;
        let what = format!(
            "request {request} of seed {seed}: {} {path} {body:?} answered {} {}",
            operation.id, answer.status, answer.text
        );
        assert!(
            !answer.text.contains(CANARY),
            "the other organization's words are in the answer. {what}"
        );
        assert!(
            !answer.status.is_server_error() || answer.status.as_u16() == 503,
            "{what}"
        );
        *statuses.entry(answer.status.as_u16()).or_default() += 1;
        if answer.status.as_u16() == 401 && caller <= 7 {
            // It has signed itself out.
            // From an address that has sent no wrong passwords.
            let elsewhere = app
                .anonymous_client()
                .with_header("x-forwarded-for", "198.51.100.7");
            let again = elsewhere
                .post(
                    "/api/auth/login",
                    json!({"email": email, "password": PASSWORD}),
                )
                .await;
            callers[0] = app
                .anonymous_client()
                .with_token(again.data()["token"].as_str().unwrap());
        }
        if request % 500 == 499 {
            assert_eq!(
                tenant_rows(&app, &tenant).await,
                before,
                "rows of the other organization were changed before request {request} of seed \
                    {seed}"
            );
        }
    }
    assert_eq!(
        tenant_rows(&app, &tenant).await,
        before,
        "rows of the other organization were changed; seed {seed}"
    );
    assert!(
        statuses
            .get(&200)
            .is_some_and(|count| *count * 10 > requests),
        "too few requests reach anything: {statuses:?}"
    );
    #[expect(
        clippy::print_stderr,
        reason = "the figures of the run, shown with --nocapture"
    )]
    {
        eprintln!("{requests} requests of seed {seed}: {statuses:?}");
    }
}
