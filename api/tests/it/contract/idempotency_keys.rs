//! Whatever changes something takes an idempotency key, or says why not.

use super::{Operation, list_operations};
use api::idempotency::{IDEMPOTENCY_KEY_HEADER, UNKEYED_OPERATIONS};
use poem::http::Method;
use std::collections::BTreeSet;

fn takes_key(operation: &Operation) -> bool {
    operation.definition["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|parameter| parameter["name"] == IDEMPOTENCY_KEY_HEADER && parameter["in"] == "header")
}

#[test]
fn every_operation_that_changes_something_takes_a_key_or_says_why_not() {
    let lines = include_str!("unkeyed_operations.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let listed: BTreeSet<String> = lines
        .map(|line| {
            let (id, reason) = line
                .split_once(' ')
                .unwrap_or_else(|| panic!("{line} has no reason"));
            assert!(!reason.trim().is_empty(), "{id} has no reason");
            id.to_owned()
        })
        .collect();
    let changing: Vec<_> = list_operations()
        .into_iter()
        .filter(|operation| operation.method != Method::GET)
        .collect();
    let without: BTreeSet<String> = changing
        .iter()
        .filter(|operation| !takes_key(operation))
        .map(|operation| operation.id.clone())
        .collect();
    assert_eq!(without, listed);
    assert!(
        list_operations()
            .iter()
            .all(|operation| operation.method != Method::GET || !takes_key(operation)),
        "reading needs no key"
    );
    // With a token, keys belong to its user. Only the operations listed in the code take none.
    let signed: BTreeSet<&str> = changing
        .iter()
        .filter(|operation| operation.security.is_some() && !takes_key(operation))
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(signed, BTreeSet::from(UNKEYED_OPERATIONS));
}
