//! Two organizations request the same data concurrently while both sync: neither ever receives the
//! other's cached response. `SPROUT_TEST_REQUESTS` sets the number of requests, up to 10,000.

use crate::contract::random_requests::create_stocked_client;
use crate::{Client, TestApp};
use serde_json::json;

const CALLERS: usize = 50;
const MAX_REQUESTS: usize = 10_000;
const LABELS: [&str; 2] = ["CANARYA", "CANARYB"];
const QUESTIONS: [&str; 8] = [
    "/api/purchasing/summary",
    "/api/purchasing/recommendations",
    "/api/customer-segmentation",
    "/api/analytics/supply-price-index",
    "/api/market/overview",
    "/api/ai-bot/suggestions",
    "/api/data-sync/status",
    "/api/account",
];

/// Sends requests for the two clients in turn. Returns how many responses contained the client's
/// own label.
async fn ask_repeatedly(clients: [Client; 2], caller: usize, questions: usize) -> usize {
    let mut own = 0;
    for request in 0..questions {
        let index = (caller + request) % 2;
        let path = QUESTIONS[(caller / 2 + request / 2) % QUESTIONS.len()];
        let answer = clients[index].get(path).await;
        assert!(
            answer.status.is_success() || answer.status.as_u16() == 503,
            "{path}: {}",
            answer.text
        );
        assert!(
            !answer.text.contains(LABELS[1 - index]),
            "{path} shows {} to {}: {}",
            LABELS[1 - index],
            LABELS[index],
            answer.text
        );
        own += usize::from(answer.text.contains(LABELS[index]));
    }
    own
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_of_two_organizations_in_turn_are_answered_to_their_own() {
    let requests: usize =
        std::env::var("SPROUT_TEST_REQUESTS").map_or(2_000, |text| text.parse().unwrap());
    let each = requests.min(MAX_REQUESTS) / CALLERS;
    let app = TestApp::start().await;
    let mut clients = Vec::new();
    for label in LABELS {
        clients.push(
            create_stocked_client(
                &app,
                &format!("{label} Supply"),
                label,
                &label.to_lowercase(),
            )
            .await,
        );
    }
    let clients: [Client; 2] = clients.try_into().ok().unwrap();
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| tokio::spawn(ask_repeatedly(clients.clone(), caller, each)))
        .collect();
    let mut syncs = 0_usize;
    // A caller that panicked counts as finished; its panic is reported below.
    while syncs < 4 || callers.iter().any(|caller| !caller.is_finished()) {
        let (index, key) = (syncs % 2, LABELS[syncs % 2].to_lowercase());
        let label = LABELS[index];
        // The stock differs each time, so that each sync creates a new data version.
        let stock = syncs + 2;
        app.create_warehouse(&key).write_inventory(&format!(
            "{key},{label} Urea,fertilizer,ton,{label} \
            Yard,{stock},0,0,50,1,1,7,400,USD,{key},2026-06-02T00:00:00Z\n"
        ));
        let synced = clients[index]
            .post(
                "/api/data-sync/sync",
                json!({"options": {"incrementalSync": false, "confirmDeletions": true}}),
            )
            .await;
        assert!(synced.status.is_success(), "{}", synced.text);
        syncs += 1;
    }
    let mut own = 0;
    for caller in callers {
        own += caller.await.unwrap();
    }
    assert!(
        own > CALLERS * each / 4,
        "{own} of {} answers had the caller's label: too few to prove anything",
        CALLERS * each
    );
}
