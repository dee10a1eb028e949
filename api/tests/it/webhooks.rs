//! Webhooks: settings, signed deliveries, retries, order, replay, rotation, and refused addresses.

mod deliveries;
mod endpoints;

use crate::{Client, TestApp};
use ::webhooks::{SigningSecret, sign_message};
use api::features::webhooks::{WebhookSender, WebhookWorker};
use poem::http::Method;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use test_server::spawn_server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const WEBHOOKS: &str = "/api/webhooks";

/// A request that the receiver got.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    id: String,
    timestamp: i64,
    signature: String,
    body: String,
}

impl Received {
    /// Verifies the signature like a receiver with this secret.
    fn is_signed_with(&self, secret: &str) -> bool {
        let secret = SigningSecret::parse(secret).unwrap();
        let expected = sign_message(&[secret], &self.id, self.timestamp, &self.body).unwrap();
        self.signature.split(' ').any(|one| one == expected)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// A local server that records requests and responds with the next of its statuses, then 200.
#[derive(Clone)]
pub(crate) struct Receiver {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    statuses: Arc<Mutex<Vec<&'static str>>>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let statuses: Arc<Mutex<Vec<&'static str>>> = Arc::default();
        let (log, planned) = (Arc::clone(&received), Arc::clone(&statuses));
        let address = spawn_server(move |mut stream, head| {
            let (log, planned) = (Arc::clone(&log), Arc::clone(&planned));
            async move {
                let header = |name: &str| {
                    head.lines()
                        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
                        .unwrap_or_default()
                        .to_owned()
                };
                let mut body = vec![0; header("content-length").parse().unwrap()];
                stream.read_exact(&mut body).await?;
                log.lock().unwrap().push(Received {
                    id: header("webhook-id"),
                    timestamp: header("webhook-timestamp").parse().unwrap_or_default(),
                    signature: header("webhook-signature"),
                    body: String::from_utf8(body).unwrap(),
                });
                let status = {
                    let mut planned = planned.lock().unwrap();
                    if planned.is_empty() {
                        "200 OK"
                    } else {
                        planned.remove(0)
                    }
                };
                let response = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: 0\r\nlocation: http://127.0.0.1:1/\r\n\
                     connection: close\r\n\r\n"
                );
                stream.write_all(response.as_bytes()).await
            }
        })
        .await;
        Self {
            address,
            received,
            statuses,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/events?from=sprout", self.address)
    }

    /// The next responses.
    pub(crate) fn respond(&self, statuses: &[&'static str]) {
        self.statuses.lock().unwrap().extend(statuses);
    }

    /// The requests since the last call.
    pub(crate) fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.received.lock().unwrap())
    }
}

pub(crate) async fn send_due(app: &TestApp) {
    send_due_with(app.parts.webhooks.clone()).await;
}

async fn send_due_with(sender: WebhookSender) {
    WebhookWorker::new(sender).send_due().await.unwrap();
}

/// Creates a webhook and returns its id and secret.
async fn create(owner: &Client, url: &str, events: &[&str], is_ordered: bool) -> (String, String) {
    let body = json!({"name": "ERP", "url": url, "eventTypes": events, "isOrdered": is_ordered});
    let answer = owner.post(WEBHOOKS, body).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (
        text(&answer.data()["webhook"]["id"]),
        text(&answer.data()["secret"]),
    )
}

async fn post(client: &Client, path: &str) -> crate::Answer {
    client.send(Method::POST, path, None).await
}

/// The delivery log, newest first.
async fn deliveries(owner: &Client, id: &str) -> Vec<Value> {
    let log = owner.get(&format!("{WEBHOOKS}/{id}/deliveries")).await;
    log.data()["items"].as_array().unwrap().clone()
}

/// Changes the role of a new member, which is an event. Returns the member's id.
async fn change_a_role(app: &TestApp, owner: &Client) -> String {
    let member = app.add_member(owner, "viewer").await;
    let account = member.get("/api/account").await;
    let id = account.data()["id"].as_str().unwrap().to_owned();
    owner
        .patch(&format!("/api/members/{id}"), json!({"role": "member"}))
        .await
        .data();
    id
}
