//! Every email about a report has only the rows of its recipient. `SPROUT_TEST_SALESPEOPLE` and
//! `SPROUT_TEST_MONDAYS` set the size of the call lists, `SPROUT_TEST_RECIPIENTS` the number of people
//! with five reports each. With `SPROUT_TEST_EMAILS`, the emails are left in that folder for
//! `bench/report_emails.py`.

use super::{ReportFixture, SCHEDULES, parse_email, person_id};
use crate::call_list::SETTINGS;
use crate::{Client, TestApp};
use chrono::{DateTime, Days, Utc};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Growers of each salesperson.
const GROWERS: u64 = 8;

fn size_from_env(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Growers of each salesperson, who buy once a year, spread over its weeks. Their names and the items
/// begin with the word, and those of growers go on with the salesperson's position.
async fn sync_growers(app: &TestApp, owner: &Client, word: &str, salespeople: &[String]) {
    let warehouse = app.create_warehouse(word);
    let (mut customers, mut lines) = (String::new(), String::new());
    let first_day = "2022-01-03".parse::<chrono::NaiveDate>().unwrap();
    for (rep, salesperson) in salespeople.iter().enumerate() {
        for grower in 0..GROWERS {
            let id = format!("{word}{rep}-{grower}");
            writeln!(
                customers,
                "{id},{word} grower {rep}-{grower},IA,Story,{},corn,{salesperson},,2021-01-01,2026-06-01T00:00:00Z",
                500 + grower * 10
            )
            .unwrap();
            for year in 0..4 {
                let week = grower * 52 / GROWERS + u64::try_from(rep).unwrap() % 5;
                let day = first_day + Days::new(year * 364 + week * 7);
                writeln!(
                    lines,
                    "{id}-{year},{id}-{year},sale,{day},{id},,{word}weed,{},gal,50,USD,,,Ames,2026-06-01T00:00:00Z",
                    250 + grower * 5
                )
                .unwrap();
            }
        }
    }
    warehouse
        .write_customers(&customers)
        .write_transactions(&lines);
    warehouse.write_inventory(&format!(
        "{word}weed,{word} weed killer,pesticide,gal,Ames,10,0,0,,,,,40,USD,,2026-06-01T00:00:00Z\n"
    ));
    app.sync_warehouse(owner, &warehouse).await.data();
    let all = json!({"heldBackPercent": 0});
    owner.put(SETTINGS, all).await.data();
}

/// Members with their email addresses and ids.
async fn add_members(app: &TestApp, owner: &Client, count: usize) -> Vec<(String, String)> {
    let mut members = Vec::new();
    for _ in 0..count {
        let client = app.add_member(owner, "member").await;
        let email = client.get("/api/account").await.data()["email"].clone();
        let email = email.as_str().unwrap().to_owned();
        members.push((email, person_id(&client).await));
    }
    members
}

async fn schedule(owner: &Client, name: &str, kind: &str, query: Option<Value>, ids: &[&str]) {
    let mut body = json!({
        "name": name, "kind": kind, "cadence": "weekly", "weekday": 1, "time": "06:00",
        "attachment": "xlsx", "paused": false, "recipients": ids,
    });
    if let Some(query) = query {
        body["query"] = query;
    }
    owner.post(SCHEDULES, body).await.data();
}

async fn send_all(farm: &ReportFixture) {
    let sender = farm.sender();
    while sender.queue_due().await.unwrap() > 0 {}
    while sender.send_next().await.unwrap() {}
}

/// The numbers after a mark, each once: `3` for `Prairie grower 3-1`.
fn numbers_after(text: &str, mark: &str) -> Vec<usize> {
    let after = text.split(mark).skip(1);
    let mut found: Vec<usize> = after
        .filter_map(|rest| rest.split('-').next()?.parse().ok())
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Leaves an email for other readers, with what it may name.
fn keep_email(number: usize, word: &str, rep: usize, text: &str) {
    if let Some(folder) = std::env::var_os("SPROUT_TEST_EMAILS") {
        let folder = PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let name = format!("{word}-{rep}-{number}.eml");
        std::fs::write(folder.join(name), text).unwrap();
    }
}

#[tokio::test]
async fn every_monday_salespeople_get_their_own_growers() {
    let mut farm = ReportFixture::start().await;
    let count = size_from_env("SPROUT_TEST_SALESPEOPLE", 3);
    let mondays = size_from_env("SPROUT_TEST_MONDAYS", 4);
    let members = add_members(&farm.app, &farm.owner, count).await;
    let emails: Vec<String> = members.iter().map(|(email, _)| email.clone()).collect();
    sync_growers(&farm.app, &farm.owner, "Prairie", &emails).await;
    let ids: Vec<&str> = members.iter().map(|(_, id)| id.as_str()).collect();
    schedule(&farm.owner, "Calls", "call_list", None, &ids).await;
    let (mut checked, mut named) = (0, 0);
    let mut monday: DateTime<Utc> = "2026-06-22T06:00:00Z".parse().unwrap();
    for _ in 0..mondays {
        farm.advance_to(&monday.to_rfc3339()).await;
        send_all(&farm).await;
        let received = farm.server.received_emails();
        for email in received.iter().skip(checked) {
            let rep = emails.iter().position(|one| *one == email.to).unwrap();
            keep_email(checked, "Prairie", rep, &email.text);
            checked += 1;
            let parsed = parse_email(email);
            for body in [parsed.body_text(0), parsed.body_html(0)] {
                let growers = numbers_after(&body.unwrap(), "Prairie grower ");
                assert!(growers.iter().all(|one| *one == rep), "{rep}: {growers:?}");
                named += growers.len();
            }
        }
        monday = monday + Days::new(7);
    }
    assert_eq!(checked, count * mondays, "one email each");
    assert!(named > checked / 2, "{named} lists with growers");
}

#[tokio::test]
async fn five_reports_hold_no_foreign_rows() {
    let mut farm = ReportFixture::start().await;
    let count = size_from_env("SPROUT_TEST_RECIPIENTS", 4).div_ceil(2);
    let elsewhere = farm.app.create_organization("Delta").await;
    let owners = [("Prairie", farm.owner.clone()), ("Delta", elsewhere)];
    let mut recipients = Vec::new();
    for (word, owner) in &owners {
        let members = add_members(&farm.app, owner, count).await;
        let emails: Vec<String> = members.iter().map(|(email, _)| email.clone()).collect();
        sync_growers(&farm.app, owner, word, &emails).await;
        let ids: Vec<&str> = members.iter().map(|(_, id)| id.as_str()).collect();
        for (name, kind, dimension) in [
            ("Calls", "call_list", None),
            ("To order", "purchase_recommendations", None),
            ("Revenue by item", "metric", Some("item")),
            ("Revenue by customer", "metric", Some("customer")),
            ("Revenue by location", "metric", Some("location")),
        ] {
            let query = dimension.map(|dimension| {
                json!({"dataset": "sales", "measures": ["revenue"], "dimensions": [dimension],
                    "period": {"preset": "last_12_months"}})
            });
            schedule(owner, name, kind, query, &ids).await;
        }
        recipients.push(emails);
    }
    farm.advance_to("2026-06-22T06:00:00Z").await;
    send_all(&farm).await;
    let received = farm.server.received_emails();
    assert_eq!(received.len(), 2 * count * 5);
    let mut own_rows = 0;
    for (number, email) in received.iter().enumerate() {
        let position = |emails: &Vec<String>| emails.iter().position(|one| *one == email.to);
        let (own, rep) = recipients
            .iter()
            .enumerate()
            .find_map(|(own, emails)| Some((own, position(emails)?)))
            .unwrap();
        let (word, foreign) = (owners[own].0, owners[1 - own].0);
        keep_email(number, word, rep, &email.text);
        let parsed = parse_email(email);
        let is_call_list = parsed.subject().unwrap().contains("Calls");
        for body in [parsed.body_text(0), parsed.body_html(0)] {
            let body = body.unwrap();
            assert!(!body.contains(foreign), "{word}: {body}");
            own_rows += body.matches(&format!("{word} grower ")).count();
            if is_call_list {
                let growers = numbers_after(&body, &format!("{word} grower "));
                assert!(growers.iter().all(|one| *one == rep), "{rep}: {growers:?}");
            }
        }
    }
    assert!(own_rows > 0);
}
