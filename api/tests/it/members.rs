//! Members and roles. An organization always keeps an owner.

use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn member_id(client: &Client) -> String {
    client.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn change_role(by: &Client, of: &str, role: &str) -> Answer {
    by.patch(&format!("/api/members/{of}"), json!({"role": role}))
        .await
}

async fn remove_member(by: &Client, of: &str) -> Answer {
    by.send(Method::DELETE, &format!("/api/members/{of}"), None)
        .await
}

async fn list_members(client: &Client) -> Vec<Value> {
    client.get("/api/members").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test]
async fn members_see_names_and_managers_see_emails() {
    let app = TestApp::start().await;
    let later = || app.parts.clock.advance(TimeDelta::seconds(1));
    let owner = app.create_organization("Prairie").await;
    later();
    let admin = app.add_member(&owner, "admin").await;
    later();
    let viewer = app.add_member(&owner, "viewer").await;
    let stranger = app.create_organization("Elsewhere").await;
    for client in [&owner, &admin, &viewer] {
        let listed = list_members(client).await;
        let of = |field: &str| {
            listed
                .iter()
                .map(|member| member[field].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(of("role"), ["owner", "admin", "viewer"]);
        assert_eq!(of("name"), ["Prairie Owner", "A admin", "A viewer"]);
        assert_eq!(
            listed
                .iter()
                .filter(|member| member["isCurrentUser"] == true)
                .count(),
            1
        );
    }
    assert!(
        list_members(&admin)
            .await
            .iter()
            .all(|member| member["email"].is_string())
    );
    let seen: Vec<_> = list_members(&viewer)
        .await
        .iter()
        .map(|member| member.get("email").is_some())
        .collect();
    assert_eq!(seen, [false, false, true], "one's own address and no other");
    assert_eq!(list_members(&stranger).await.len(), 1);
}

#[tokio::test]
async fn only_managers_see_mfa_status() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let [admin, member, viewer] = [
        app.add_member(&owner, "admin").await,
        app.add_member(&owner, "member").await,
        app.add_member(&owner, "viewer").await,
    ];
    crate::mfa_policy::enroll_mfa(&app, &admin).await;
    crate::mfa_policy::enroll_mfa(&app, &viewer).await;
    // An enrollment that was never confirmed does not count.
    member
        .post(
            "/api/account/mfa",
            json!({"password": crate::test_app::PASSWORD}),
        )
        .await
        .data();
    for manager in [&owner, &admin] {
        let mut seen: Vec<_> = list_members(manager)
            .await
            .iter()
            .map(|member| {
                (
                    member["role"].as_str().unwrap().to_owned(),
                    member["mfaEnabled"].clone(),
                )
            })
            .collect();
        seen.sort_by(|one, other| one.0.cmp(&other.0));
        let expected = [
            ("admin", true),
            ("member", false),
            ("owner", false),
            ("viewer", true),
        ];
        assert_eq!(
            seen,
            expected.map(|(role, on)| (role.to_owned(), json!(on)))
        );
    }
    for other in [&member, &viewer] {
        let listed = other.get("/api/members").await;
        assert!(!listed.text.contains("mfaEnabled"), "{}", listed.text);
    }
    // The response of a role change shows a manager the member's MFA status.
    let given = change_role(&owner, &member_id(&viewer).await, "member").await;
    assert_eq!(
        (&given.data()["role"], &given.data()["mfaEnabled"]),
        (&json!("member"), &json!(true))
    );
    let stranger = app.create_organization("Elsewhere").await;
    assert_eq!(list_members(&stranger).await[0]["mfaEnabled"], false);
}

#[tokio::test]
async fn lists_members_in_pages() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for _ in 0..4 {
        app.add_member(&owner, "viewer").await;
    }
    let mut seen = Vec::new();
    let mut path = "/api/members?limit=2".to_owned();
    loop {
        let page = owner.get(&path).await;
        seen.extend(
            page.data()["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|member| member["id"].to_string()),
        );
        let Some(next) = page.data()["nextCursor"].as_str() else {
            break;
        };
        path = format!("/api/members?limit=2&cursor={next}");
    }
    assert_eq!(seen.len(), 5);
    let mut unique = seen.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), 5);
    assert_eq!(
        owner
            .get("/api/members?cursor=no-id")
            .await
            .expect_failure(400),
        "invalid_cursor"
    );
}

/// Tests every combination of the acting role, the current role and the new role.
#[tokio::test]
async fn roles_are_granted_from_above_and_owner_by_owners() {
    const ROLES: [&str; 4] = ["owner", "admin", "member", "viewer"];
    let app = TestApp::start().await;
    let first = app.create_organization("Prairie").await;
    for by in ROLES {
        let acting = app.add_member(&first, by).await;
        for of in ROLES {
            for role in ROLES {
                let member = member_id(&app.add_member(&first, of).await).await;
                let answer = change_role(&acting, &member, role).await;
                let allowed = by == "owner" || by == "admin" && of != "owner" && role != "owner";
                let expected = if allowed {
                    StatusCode::OK
                } else {
                    StatusCode::FORBIDDEN
                };
                assert_eq!(
                    answer.status, expected,
                    "{by} makes {of} a {role}: {}",
                    answer.text
                );
                let now = app
                    .parts
                    .database
                    .platform()
                    .find_member(
                        app.open_access(&first).await.organization(),
                        api::ids::PersonId(member.parse().unwrap()),
                    )
                    .await;
                assert_eq!(
                    now.unwrap().unwrap().access.role(),
                    if allowed { role } else { of },
                    "{by} makes {of} a {role}"
                );
            }
        }
    }
}

#[tokio::test]
async fn cannot_raise_own_role() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for (role, wanted) in [
        ("admin", "owner"),
        ("member", "admin"),
        ("viewer", "member"),
    ] {
        let colleague = app.add_member(&owner, role).await;
        let own = member_id(&colleague).await;
        assert_eq!(
            change_role(&colleague, &own, wanted)
                .await
                .expect_failure(403),
            "forbidden"
        );
        assert_eq!(
            colleague.get("/api/account").await.data()["organization"]["role"],
            role
        );
    }
}

#[tokio::test]
async fn removed_member_is_rejected_everywhere_in_two_seconds() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let colleague = app.add_member(&owner, "member").await;
    let elsewhere = app.replica_client().await.with_token(colleague.token());
    elsewhere.get("/api/account").await.data();
    let own = member_id(&colleague).await;
    remove_member(&owner, &own).await.data();
    assert_eq!(
        colleague.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(
        elsewhere.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(list_members(&owner).await.len(), 1);
    assert_eq!(
        remove_member(&owner, &own).await.expect_failure(404),
        "not_found"
    );
}

#[tokio::test]
async fn demoted_admin_is_rejected_everywhere_in_two_seconds() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (admin, target) = (
        app.add_member(&owner, "admin").await,
        member_id(&app.add_member(&owner, "viewer").await).await,
    );
    let elsewhere = app.replica_client().await.with_token(admin.token());
    elsewhere.get("/api/jobs").await.data();
    change_role(&owner, &member_id(&admin).await, "member")
        .await
        .data();
    assert_eq!(
        change_role(&admin, &target, "admin")
            .await
            .expect_failure(403),
        "forbidden"
    );
    // Another server may have cached the old role: the change checks it again, under the lock.
    assert_eq!(
        change_role(&elsewhere, &target, "admin")
            .await
            .expect_failure(403),
        "forbidden"
    );
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(
        elsewhere.get("/api/jobs").await.expect_failure(403),
        "forbidden"
    );
}

#[tokio::test]
async fn leaving_keeps_other_organizations() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let colleague = app.add_member(&owner, "viewer").await;
    let own = colleague
        .post("/api/organizations", json!({"name": "My own"}))
        .await
        .data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let email = colleague.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let in_own = app.sign_in(&email, crate::test_app::PASSWORD).await;
    let switched = in_own
        .send(
            Method::POST,
            &format!("/api/organizations/{own}/switch"),
            None,
        )
        .await;
    let in_own = in_own.with_token(switched.data()["token"].as_str().unwrap());
    remove_member(&colleague, &member_id(&colleague).await)
        .await
        .data();
    assert_eq!(
        colleague.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        in_own.get("/api/account").await.data()["farmName"],
        "My own"
    );
    let again = app.sign_in(&email, crate::test_app::PASSWORD).await;
    assert_eq!(again.get("/api/account").await.data()["farmName"], "My own");
}

#[tokio::test]
async fn last_owner_cannot_leave() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let own = member_id(&owner).await;
    app.add_member(&owner, "admin").await;
    for answer in [
        change_role(&owner, &own, "admin").await,
        remove_member(&owner, &own).await,
    ] {
        assert_eq!(answer.expect_failure(409), "last_owner");
        assert!(
            answer.json["message"]
                .as_str()
                .unwrap()
                .contains("only owner"),
            "{}",
            answer.text
        );
    }
    // Making the last owner an owner changes nothing, so it is allowed.
    change_role(&owner, &own, "owner").await.data();
    let second = app.add_member(&owner, "owner").await;
    remove_member(&owner, &own).await.data();
    assert_eq!(
        remove_member(&second, &member_id(&second).await)
            .await
            .expect_failure(409),
        "last_owner"
    );
}

/// Two owners concurrently leave, remove each other or lower their own roles, on two servers: one
/// owner stays.
#[tokio::test]
async fn one_of_two_concurrently_leaving_owners_stays() {
    let app = TestApp::start().await;
    let replica = app.replica_client().await;
    for round in 0..6 {
        let one = app.create_organization(&format!("Prairie {round}")).await;
        let other = app.add_member(&one, "owner").await;
        let (first, second) = (member_id(&one).await, member_id(&other).await);
        let there = replica.with_token(other.token());
        let (left, right) = match round % 3 {
            0 => tokio::join!(remove_member(&one, &first), remove_member(&there, &second)),
            1 => tokio::join!(
                change_role(&one, &first, "viewer"),
                change_role(&there, &second, "viewer")
            ),
            _ => tokio::join!(remove_member(&one, &second), remove_member(&there, &first)),
        };
        let done = [&left, &right]
            .iter()
            .filter(|answer| answer.status == StatusCode::OK)
            .count();
        assert_eq!(done, 1, "round {round}: {left:?} {right:?}");
        let refused = if left.status == StatusCode::OK {
            right
        } else {
            left
        };
        // A person who was removed first gets `unauthorized`; otherwise the error names the reason.
        assert!(
            ["last_owner", "unauthorized"].contains(&refused.json["code"].as_str().unwrap()),
            "round {round}: {}",
            refused.text
        );
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn managers_revoke_sessions_of_members() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let member = app.add_member(&owner, "member").await;
    let email = member.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let of = member_id(&member).await;
    // One more session here, and one in an organization of their own.
    let also = app.sign_in(&email, crate::test_app::PASSWORD).await;
    let own = member
        .post("/api/organizations", json!({"name": "Field"}))
        .await;
    let other = app.sign_in(&email, crate::test_app::PASSWORD).await;
    let moved = other
        .send(
            Method::POST,
            &format!(
                "/api/organizations/{}/switch",
                own.data()["id"].as_str().unwrap()
            ),
            None,
        )
        .await;
    let there = app
        .anonymous_client()
        .with_token(moved.data()["token"].as_str().unwrap());
    let end = async |by: &Client, of: &str| {
        by.send(
            Method::POST,
            &format!("/api/members/{of}/revoke-sessions"),
            None,
        )
        .await
    };
    assert_eq!(end(&member, &of).await.expect_failure(403), "forbidden");
    assert_eq!(
        end(&admin, &member_id(&owner).await)
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        end(&admin, "0197a000-0000-7000-8000-000000000000")
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        end(&app.create_organization("Elsewhere").await, &of)
            .await
            .expect_failure(404),
        "not_found"
    );
    let elsewhere = app.replica_client().await;
    elsewhere
        .with_token(member.token())
        .get("/api/members")
        .await
        .data();
    assert_eq!(
        end(&admin, &of).await.data(),
        &json!({"revokedSessions": 2})
    );
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for session in [&member, &also] {
        assert_eq!(
            session.get("/api/members").await.expect_failure(401),
            "unauthorized"
        );
        assert_eq!(
            elsewhere
                .with_token(session.token())
                .get("/api/members")
                .await
                .expect_failure(401),
            "unauthorized"
        );
    }
    for session in [&owner, &admin, &there] {
        session.get("/api/members").await.data();
    }
    // They remain members and can sign in again.
    assert_eq!(list_members(&owner).await.len(), 3);
    app.sign_in(&email, crate::test_app::PASSWORD).await;
    let log = owner.get("/api/audit-log").await;
    let entry = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["action"] == "member.sessions_revoked")
        .unwrap()
        .clone();
    assert_eq!(
        (
            &entry["target"]["id"],
            &entry["after"],
            &entry["actor"]["name"]
        ),
        (
            &json!(of),
            &json!({"revokedSessions": 2}),
            &json!("A admin")
        )
    );
}
