//! Every operation rejects missing and wrong tokens, except those with a documented reason.

use super::docs::{CONVENTIONS, read_text, table_rows};
use super::list_operations;
use crate::TestApp;
use api::auth::permission::{Permission, Role};
use std::collections::BTreeSet;

fn listed_operations() -> BTreeSet<String> {
    let lines = include_str!("public_operations.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let (id, reason) = line
                .split_once(' ')
                .unwrap_or_else(|| panic!("{line} has no reason"));
            assert!(!reason.trim().is_empty(), "{id} has no reason");
            id.to_owned()
        })
        .collect()
}

#[test]
fn the_list_and_the_contract_name_the_same_open_operations() {
    let open: BTreeSet<_> = list_operations()
        .into_iter()
        .filter(super::Operation::is_open)
        .map(|operation| operation.id)
        .collect();
    assert_eq!(open, listed_operations());
}

#[tokio::test]
async fn without_a_token_every_guarded_operation_answers_401() {
    let app = TestApp::start_with_demo().await;
    for operation in list_operations()
        .into_iter()
        .filter(|operation| !operation.is_open())
    {
        let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
        let answer = app
            .anonymous_client()
            .send(operation.method.clone(), &path, operation.example_body())
            .await;
        assert_eq!(
            answer.expect_failure(401),
            "unauthorized",
            "{}",
            operation.id
        );
        assert_eq!(
            answer.header("www-authenticate"),
            "Bearer",
            "{}",
            operation.id
        );
    }
}

#[tokio::test]
async fn without_a_demo_nothing_of_any_organization_is_shown_to_visitors() {
    let app = TestApp::start().await;
    app.create_organization("Prairie").await;
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.security.is_some())
    {
        let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
        let answer = app
            .anonymous_client()
            .send(operation.method.clone(), &path, operation.example_body())
            .await;
        assert_eq!(
            answer.expect_failure(401),
            "unauthorized",
            "{}",
            operation.id
        );
    }
}

#[tokio::test]
async fn a_token_that_does_not_verify_is_401_everywhere_and_never_the_demo() {
    let app = TestApp::start_with_demo().await;
    let owner = app.create_organization("Prairie").await;
    let (head, _) = owner.token().rsplit_once('.').unwrap();
    let forged = [
        String::new(),
        "garbage".to_owned(),
        "a.b.c".to_owned(),
        format!("{head}."),
        format!("{head}.AAAA"),
        owner.token().to_uppercase(),
    ];
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.security.is_some())
    {
        let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
        for token in &forged {
            let answer = app
                .anonymous_client()
                .with_token(token)
                .send(operation.method.clone(), &path, operation.example_body())
                .await;
            assert_eq!(
                answer.expect_failure(401),
                "unauthorized",
                "{} with {token}",
                operation.id
            );
        }
        let basic = app
            .anonymous_client()
            .with_header("authorization", "Basic ZGVtbzpkZW1v")
            .send(operation.method.clone(), &path, operation.example_body())
            .await;
        assert_eq!(
            basic.expect_failure(401),
            "unauthorized",
            "{}",
            operation.id
        );
    }
}

/// Whether an operation is for operators of the installation, whatever their role in an
/// organization, as the docs tell.
fn is_for_operators(id: &str, rows: &[Vec<String>]) -> bool {
    rows.iter()
        .any(|cells| cells.get(1).is_some_and(|cell| cell == id) && cells[2] == "operator")
}

/// Whether API keys may call an operation whatever their permissions, as the docs tell.
fn is_for_any_key(id: &str, rows: &[Vec<String>]) -> bool {
    rows.iter().any(|cells| {
        cells.get(1).is_some_and(|cell| cell == id) && cells[2].starts_with("a token or an API key")
    })
}

/// The permissions that an operation needs, as the docs tell its callers: what stands before the
/// first semicolon.
fn needed_permissions(id: &str, rows: &[Vec<String>]) -> Vec<Permission> {
    let row = rows
        .iter()
        .find(|cells| cells.get(1).is_some_and(|cell| cell == id))
        .unwrap_or_else(|| panic!("{CONVENTIONS} lacks {id}"));
    let needs = row[2].split(';').next().unwrap();
    let words: Vec<_> = needs
        .split(|c: char| !(c.is_ascii_lowercase() || c == '.'))
        .collect();
    let named: Vec<_> = Permission::ALL
        .iter()
        .copied()
        .filter(|permission| words.contains(&permission.name()))
        .collect();
    assert!(
        !named.is_empty() || needs.starts_with("a token"),
        "{CONVENTIONS} names no permission of {id} and does not say that a token is enough"
    );
    named
}

/// Every role at every operation: what the docs and the table of roles do not grant is refused with
/// the name of what is missing, and nothing else is.
#[tokio::test]
async fn every_role_is_refused_what_it_lacks_and_nothing_else() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let table = table_rows(&read_text(CONVENTIONS));
    let mut refused = 0;
    for role in ["not a role", "viewer", "member", "admin", "owner"] {
        let caller = app.add_member(&owner, role).await;
        let held = Role::from_name(role)
            .map(Role::permissions)
            .unwrap_or_default();
        for operation in list_operations()
            .into_iter()
            .filter(|operation| operation.security.is_some())
        {
            let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
            let answer = caller
                .send(operation.method.clone(), &path, operation.example_body())
                .await;
            if is_for_operators(&operation.id, &table) {
                refused += 1;
                assert_eq!(
                    answer.expect_failure(403),
                    "operator_required",
                    "{} as {role}",
                    operation.id
                );
                continue;
            }
            let missing: Vec<_> = needed_permissions(&operation.id, &table)
                .into_iter()
                .filter(|permission| !held.contains(*permission))
                .collect();
            if missing.is_empty() {
                assert_ne!(
                    answer.status.as_u16(),
                    403,
                    "{} as {role}: {}",
                    operation.id,
                    answer.text
                );
                continue;
            }
            refused += 1;
            assert_eq!(
                answer.expect_failure(403),
                "forbidden",
                "{} as {role}",
                operation.id
            );
            let named = missing.iter().any(|permission| {
                answer.json["message"]
                    .as_str()
                    .unwrap()
                    .contains(permission.name())
            });
            assert!(
                named,
                "{} as {role} does not name {missing:?}: {}",
                operation.id, answer.text
            );
        }
    }
    assert!(
        refused >= 60,
        "{refused} refusals only: the table was not read"
    );
}

/// What is about a person's own account, or leads out of the organization.
const BEFORE_MFA_ENROLLMENT: [&str; 14] = [
    "getAccount",
    "updateAccount",
    "updatePreferences",
    "changePassword",
    "listSessions",
    "revokeSession",
    "revokeOtherSessions",
    "getMfaStatus",
    "enrollMfa",
    "confirmMfa",
    "disableMfa",
    "sendEmailVerification",
    "listOrganizations",
    "switchOrganization",
];

#[tokio::test]
async fn before_the_second_step_that_is_demanded_an_owner_reaches_nothing_of_the_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let caller = app.add_member(&owner, "owner").await;
    crate::mfa_policy::enroll_mfa(&app, &owner).await;
    owner
        .put(
            &owner.mfa_policy_path().await,
            serde_json::json!({"required": true}),
        )
        .await
        .data();
    let table = table_rows(&read_text(CONVENTIONS));
    let mut reached = BTreeSet::new();
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.security.is_some())
    {
        let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
        let answer = caller
            .send(operation.method.clone(), &path, operation.example_body())
            .await;
        if is_for_operators(&operation.id, &table) {
            assert_eq!(
                answer.expect_failure(403),
                "operator_required",
                "{}",
                operation.id
            );
        } else if answer.status.as_u16() == 403 {
            assert_eq!(
                answer.expect_failure(403),
                "mfa_required",
                "{}",
                operation.id
            );
        } else {
            assert!(
                needed_permissions(&operation.id, &table).is_empty(),
                "{}: {}",
                operation.id,
                answer.text
            );
            reached.insert(operation.id);
        }
    }
    assert_eq!(
        reached,
        BEFORE_MFA_ENROLLMENT
            .into_iter()
            .map(str::to_owned)
            .collect()
    );
}

/// A key with exactly one permission, for each that keys may have, at every operation: it does what
/// needs that one and nothing more, and nothing that is about a person.
#[tokio::test]
async fn a_key_is_refused_what_its_one_permission_does_not_give_and_nothing_else() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let table = table_rows(&read_text(CONVENTIONS));
    let (mut allowed, mut refused, mut for_people) = (0, 0, 0);
    for held in Permission::ALL.iter().copied() {
        let made = owner
            .post(
                "/api/api-keys",
                serde_json::json!({"name": held.name(), "permissions": [held.name()]}),
            )
            .await;
        if !held.is_grantable_to_api_keys() {
            assert_eq!(
                made.expect_failure(422),
                "invalid_values",
                "{}",
                held.name()
            );
            continue;
        }
        let program = app
            .anonymous_client()
            .with_token(made.data()["token"].as_str().unwrap());
        for operation in list_operations()
            .into_iter()
            .filter(|operation| operation.security.is_some())
        {
            let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
            let answer = program
                .send(operation.method.clone(), &path, operation.example_body())
                .await;
            if is_for_operators(&operation.id, &table) {
                assert_eq!(
                    answer.expect_failure(403),
                    "operator_required",
                    "{}",
                    operation.id
                );
                continue;
            }
            let needed = needed_permissions(&operation.id, &table);
            let context = format!("{} with {}: {}", operation.id, held.name(), answer.text);
            if is_for_any_key(&operation.id, &table) {
                allowed += 1;
                assert!(
                    answer.status.as_u16() != 403 && answer.status.as_u16() != 401,
                    "{context}"
                );
            } else if needed.is_empty() {
                for_people += 1;
                assert_eq!(answer.expect_failure(403), "user_required", "{context}");
            } else if needed.iter().all(|permission| *permission == held) {
                allowed += 1;
                assert!(
                    answer.status.as_u16() != 403 && answer.status.as_u16() != 401,
                    "{context}"
                );
            } else if !needed
                .iter()
                .all(|permission| permission.is_grantable_to_api_keys())
                && answer.expect_failure(403) == "user_required"
            {
                // What no key may do is refused for that reason or for the other.
                for_people += 1;
            } else {
                refused += 1;
                assert_eq!(answer.expect_failure(403), "forbidden", "{context}");
                let named = needed.iter().any(|permission| {
                    *permission != held
                        && answer.json["message"]
                            .as_str()
                            .unwrap()
                            .contains(permission.name())
                });
                assert!(named, "{context}");
            }
        }
    }
    assert!(
        allowed >= 20 && refused >= 300 && for_people >= 100,
        "{allowed} {refused} {for_people}: the table was not read"
    );
}

/// The docs call exactly those operations the operators' that are refused to the owner of an
/// organization and not to a viewer who runs the installation.
#[tokio::test]
async fn operators_need_no_role_and_are_let_in_where_the_docs_say_so() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let operator = app.add_member(&owner, "viewer").await;
    app.make_operator(&operator).await;
    let table = table_rows(&read_text(CONVENTIONS));
    let mut theirs = 0;
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.template.starts_with("/api/admin/"))
    {
        theirs += 1;
        assert!(
            is_for_operators(&operation.id, &table),
            "{CONVENTIONS} does not say that {} is for operators",
            operation.id
        );
        let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
        let answer = operator
            .send(operation.method.clone(), &path, operation.example_body())
            .await;
        assert!(
            matches!(answer.status.as_u16(), 200 | 404),
            "{}: {}",
            operation.id,
            answer.text
        );
    }
    assert_eq!(
        theirs,
        table
            .iter()
            .filter(|cells| cells.get(2).is_some_and(|needs| needs == "operator"))
            .count()
    );
    assert!(theirs >= 8);
}
