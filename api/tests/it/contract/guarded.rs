//! Nobody gets in without a token, and nobody with a wrong one, but where a written reason says so.

use super::operations;
use crate::TestApp;
use std::collections::BTreeSet;

fn listed() -> BTreeSet<String> {
    let lines = include_str!("public_operations.txt").lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let (id, reason) = line.split_once(' ').unwrap_or_else(|| panic!("{line} has no reason"));
            assert!(!reason.trim().is_empty(), "{id} has no reason");
            id.to_owned()
        })
        .collect()
}

#[test]
fn the_list_and_the_contract_name_the_same_open_operations() {
    let open: BTreeSet<_> = operations().into_iter().filter(super::Operation::is_open).map(|operation| operation.id).collect();
    assert_eq!(open, listed());
}

#[tokio::test]
async fn without_a_token_every_guarded_operation_answers_401() {
    let app = TestApp::start_with_demo().await;
    for operation in operations().into_iter().filter(|operation| !operation.is_open()) {
        let path = operation.path("0197a000-0000-7000-8000-000000000000");
        let answer = app.anonymous().send(operation.method.clone(), &path, operation.example_body()).await;
        assert_eq!(answer.failure(401), "unauthorized", "{}", operation.id);
        assert_eq!(answer.header("www-authenticate"), "Bearer", "{}", operation.id);
    }
}

#[tokio::test]
async fn without_a_demo_nothing_of_any_organization_is_shown_to_visitors() {
    let app = TestApp::start().await;
    app.organization("Prairie").await;
    for operation in operations().into_iter().filter(|operation| operation.security.is_some()) {
        let path = operation.path("0197a000-0000-7000-8000-000000000000");
        let answer = app.anonymous().send(operation.method.clone(), &path, operation.example_body()).await;
        assert_eq!(answer.failure(401), "unauthorized", "{}", operation.id);
    }
}

#[tokio::test]
async fn a_token_that_does_not_verify_is_401_everywhere_and_never_the_demo() {
    let app = TestApp::start_with_demo().await;
    let owner = app.organization("Prairie").await;
    let (head, _) = owner.token().rsplit_once('.').unwrap();
    let forged = [String::new(), "garbage".to_owned(), "a.b.c".to_owned(), format!("{head}."), format!("{head}.AAAA"), owner.token().to_uppercase()];
    for operation in operations().into_iter().filter(|operation| operation.security.is_some()) {
        let path = operation.path("0197a000-0000-7000-8000-000000000000");
        for token in &forged {
            let answer = app.anonymous().with_token(token).send(operation.method.clone(), &path, operation.example_body()).await;
            assert_eq!(answer.failure(401), "unauthorized", "{} with {token}", operation.id);
        }
        let basic = app.anonymous().with_header("authorization", "Basic ZGVtbzpkZW1v").send(operation.method.clone(), &path, operation.example_body()).await;
        assert_eq!(basic.failure(401), "unauthorized", "{}", operation.id);
    }
}

/// What changes nothing and is yet for those alone who run the organization: failures of mails name addresses.
const NOT_FOR_VIEWERS: [&str; 1] = ["listJobs"];

#[tokio::test]
async fn a_missing_permission_is_403_with_its_name() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let viewer = app.colleague(&owner, "viewer").await;
    let nobody = app.colleague(&owner, "not a role").await;
    for operation in operations().into_iter().filter(|operation| operation.security.is_some() && !operation.template.starts_with("/api/account")) {
        let path = operation.path("0197a000-0000-7000-8000-000000000000");
        let answer = nobody.send(operation.method.clone(), &path, operation.example_body()).await;
        assert_eq!(answer.failure(403), "forbidden", "{}", operation.id);
        // Asking changes nothing but one's own conversations.
        let changes = operation.method != poem::http::Method::GET && !operation.template.starts_with("/api/ai-bot/");
        let answer = viewer.send(operation.method.clone(), &path, operation.example_body()).await;
        let refused = changes || NOT_FOR_VIEWERS.contains(&operation.id.as_str());
        assert_eq!(answer.status.as_u16() == 403, refused, "{}: {}", operation.id, answer.text);
    }
}
