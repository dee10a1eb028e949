//! IDs close to those of another organization: time-ordered IDs can be guessed, but a guessed ID
//! reveals nothing. `SPROUT_TEST_REQUESTS` sets the number of guesses.

use crate::TestApp;
use crate::contract::random_requests::{SeededRng, collect_strings, create_stocked_client};
use crate::contract::{Operation, list_operations};
use poem::http::Method;
use sea_orm::prelude::Uuid;
use serde_json::Value;
use std::collections::BTreeSet;

const CANARY: &str = "CANARY5";

#[tokio::test]
async fn guessed_ids_get_the_response_of_unknown_ids() {
    let requests: u64 =
        std::env::var("SPROUT_TEST_REQUESTS").map_or(1_000, |text| text.parse().unwrap());
    let app = TestApp::start().await;
    let other = create_stocked_client(&app, &format!("{CANARY} Supply"), CANARY, "theirs").await;
    let mut seen = BTreeSet::new();
    for operation in list_operations().into_iter().filter(|operation| {
        operation.method == Method::GET && !operation.template.ends_with("/events")
    }) {
        let answer = other
            .get(&operation.path_for("0197a000-0000-7000-8000-000000000000"))
            .await;
        collect_strings(&answer.json, &mut seen);
    }
    let theirs: Vec<u128> = seen
        .iter()
        .filter_map(|text| Uuid::parse_str(text).ok())
        .map(|id| id.as_u128())
        .collect();
    assert!(theirs.len() >= 5, "{seen:?}");
    let mine = create_stocked_client(&app, "Prairie", "Prairie", "mine").await;
    // Only reads; the random requests of the contract tests cover writes.
    let with_id = |operation: &Operation| {
        operation.template.contains('{')
            && operation.security.is_some()
            && operation.method == Method::GET
    };
    let all: Vec<Operation> = list_operations().into_iter().filter(with_id).collect();
    let mut unknown: Vec<Option<(u16, Value)>> = vec![None; all.len()];
    let mut dice = SeededRng::from_seed(20_261_122);
    for request in 0..requests {
        let place = dice.next_below(all.len());
        let near = *dice.pick_one(&theirs);
        let step = u128::try_from(dice.next_below(1_000)).unwrap();
        let guess = match request % 4 {
            0 => near,
            1 => near.wrapping_add(step),
            2 => near.wrapping_sub(step),
            // The same timestamp with other random bits.
            _ => near ^ (u128::from(u64::try_from(dice.next_below(usize::MAX)).unwrap()) >> 2),
        };
        let path = all[place].path_for(&Uuid::from_u128(guess).to_string());
        let mut answer = mine.get(&path).await;
        assert!(!answer.text.contains(CANARY), "{path}: {}", answer.text);
        answer.json["requestId"] = Value::Null;
        if unknown[place].is_none() {
            let mut baseline = mine
                .get(&all[place].path_for("0197a000-0000-7000-8000-000000000000"))
                .await;
            baseline.json["requestId"] = Value::Null;
            unknown[place] = Some((baseline.status.as_u16(), baseline.json));
        }
        let outcome = (answer.status.as_u16(), answer.json);
        assert!(
            (400..500).contains(&outcome.0) && Some(&outcome) == unknown[place].as_ref(),
            "{path}: {outcome:?}"
        );
    }
}
