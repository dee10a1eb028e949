//! Who belongs to an organization: seen by all, changed by owners and admins, and never without an
//! owner.

use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn id(client: &Client) -> String {
    client.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn give(by: &Client, of: &str, role: &str) -> Answer {
    by.patch(&format!("/api/members/{of}"), json!({"role": role}))
        .await
}

async fn remove(by: &Client, of: &str) -> Answer {
    by.send(Method::DELETE, &format!("/api/members/{of}"), None)
        .await
}

async fn list(client: &Client) -> Vec<Value> {
    client.get("/api/members").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test]
async fn everybody_sees_names_and_roles_and_managers_see_addresses() {
    let app = TestApp::start().await;
    let later = || app.parts.clock.advance(TimeDelta::seconds(1));
    let owner = app.organization("Prairie").await;
    later();
    let admin = app.colleague(&owner, "admin").await;
    later();
    let viewer = app.colleague(&owner, "viewer").await;
    let stranger = app.organization("Elsewhere").await;
    for client in [&owner, &admin, &viewer] {
        let listed = list(client).await;
        let of = |field: &str| {
            listed
                .iter()
                .map(|member| member[field].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(of("role"), ["owner", "admin", "viewer"]);
        assert_eq!(of("name"), ["Prairie Owner", "A admin", "A viewer"]);
        assert_eq!(
            listed.iter().filter(|member| member["you"] == true).count(),
            1
        );
    }
    assert!(
        list(&admin)
            .await
            .iter()
            .all(|member| member["email"].is_string())
    );
    let seen: Vec<_> = list(&viewer)
        .await
        .iter()
        .map(|member| member.get("email").is_some())
        .collect();
    assert_eq!(seen, [false, false, true], "one's own address and no other");
    assert_eq!(list(&stranger).await.len(), 1);
}

#[tokio::test]
async fn managers_alone_see_who_has_no_second_step() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let [admin, member, viewer] = [
        app.colleague(&owner, "admin").await,
        app.colleague(&owner, "member").await,
        app.colleague(&owner, "viewer").await,
    ];
    crate::second_step::set_up(&app, &admin).await;
    crate::second_step::set_up(&app, &viewer).await;
    // Begun, and never confirmed: it asks for nothing.
    member
        .post(
            "/api/account/mfa",
            json!({"password": crate::test_app::PASSWORD}),
        )
        .await
        .data();
    for manager in [&owner, &admin] {
        let mut seen: Vec<_> = list(manager)
            .await
            .iter()
            .map(|member| {
                (
                    member["role"].as_str().unwrap().to_owned(),
                    member["secondStep"].clone(),
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
        assert!(!listed.text.contains("secondStep"), "{}", listed.text);
    }
    // As a manager who has just changed a role sees the one whom it was given.
    let given = give(&owner, &id(&viewer).await, "member").await;
    assert_eq!(
        (&given.data()["role"], &given.data()["secondStep"]),
        (&json!("member"), &json!(true))
    );
    let stranger = app.organization("Elsewhere").await;
    assert_eq!(list(&stranger).await[0]["secondStep"], false);
}

#[tokio::test]
async fn members_come_in_pages() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    for _ in 0..4 {
        app.colleague(&owner, "viewer").await;
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
        owner.get("/api/members?cursor=no-id").await.failure(400),
        "invalid_cursor"
    );
}

/// Who may give whom which role: every pair, and every role.
#[tokio::test]
async fn roles_are_given_by_those_above_and_owners_by_owners_alone() {
    const ROLES: [&str; 4] = ["owner", "admin", "member", "viewer"];
    let app = TestApp::start().await;
    let first = app.organization("Prairie").await;
    for by in ROLES {
        let acting = app.colleague(&first, by).await;
        for of in ROLES {
            for role in ROLES {
                let member = id(&app.colleague(&first, of).await).await;
                let answer = give(&acting, &member, role).await;
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
                    .member(
                        app.access(&first).await.organization(),
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
async fn nobody_raises_themselves() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    for (role, wanted) in [
        ("admin", "owner"),
        ("member", "admin"),
        ("viewer", "member"),
    ] {
        let colleague = app.colleague(&owner, role).await;
        let own = id(&colleague).await;
        assert_eq!(
            give(&colleague, &own, wanted).await.failure(403),
            "forbidden"
        );
        assert_eq!(
            colleague.get("/api/account").await.data()["organization"]["role"],
            role
        );
    }
}

#[tokio::test]
async fn whoever_is_removed_is_refused_on_every_server_within_two_seconds() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let colleague = app.colleague(&owner, "member").await;
    let elsewhere = app.replica().await.with_token(colleague.token());
    elsewhere.get("/api/account").await.data();
    let own = id(&colleague).await;
    remove(&owner, &own).await.data();
    assert_eq!(
        colleague.get("/api/account").await.failure(401),
        "unauthorized"
    );
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(
        elsewhere.get("/api/account").await.failure(401),
        "unauthorized"
    );
    assert_eq!(list(&owner).await.len(), 1);
    assert_eq!(remove(&owner, &own).await.failure(404), "not_found");
}

#[tokio::test]
async fn a_demoted_admin_is_refused_on_every_server_within_two_seconds() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let (admin, target) = (
        app.colleague(&owner, "admin").await,
        id(&app.colleague(&owner, "viewer").await).await,
    );
    let elsewhere = app.replica().await.with_token(admin.token());
    elsewhere.get("/api/jobs").await.data();
    give(&owner, &id(&admin).await, "member").await.data();
    assert_eq!(
        give(&admin, &target, "admin").await.failure(403),
        "forbidden"
    );
    // Another server may still believe in the role for a moment: the change looks again, under the
    // lock.
    assert_eq!(
        give(&elsewhere, &target, "admin").await.failure(403),
        "forbidden"
    );
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(elsewhere.get("/api/jobs").await.failure(403), "forbidden");
}

#[tokio::test]
async fn whoever_leaves_is_out_and_their_other_organizations_stay() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let colleague = app.colleague(&owner, "viewer").await;
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
    remove(&colleague, &id(&colleague).await).await.data();
    assert_eq!(
        colleague.get("/api/account").await.failure(401),
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
async fn the_last_owner_stays() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let own = id(&owner).await;
    app.colleague(&owner, "admin").await;
    for answer in [
        give(&owner, &own, "admin").await,
        remove(&owner, &own).await,
    ] {
        assert_eq!(answer.failure(409), "last_owner");
        assert!(
            answer.json["message"]
                .as_str()
                .unwrap()
                .contains("only owner"),
            "{}",
            answer.text
        );
    }
    // Being an owner still is no change that costs one.
    give(&owner, &own, "owner").await.data();
    let second = app.colleague(&owner, "owner").await;
    remove(&owner, &own).await.data();
    assert_eq!(
        remove(&second, &id(&second).await).await.failure(409),
        "last_owner"
    );
}

/// Two owners let go of themselves, of each other, or make themselves less, at the same time and on
/// two servers: one stays.
#[tokio::test]
async fn of_two_owners_who_go_at_once_one_stays() {
    let app = TestApp::start().await;
    let replica = app.replica().await;
    for round in 0..6 {
        let one = app.organization(&format!("Prairie {round}")).await;
        let other = app.colleague(&one, "owner").await;
        let (first, second) = (id(&one).await, id(&other).await);
        let there = replica.with_token(other.token());
        let (left, right) = match round % 3 {
            0 => tokio::join!(remove(&one, &first), remove(&there, &second)),
            1 => tokio::join!(
                give(&one, &first, "viewer"),
                give(&there, &second, "viewer")
            ),
            _ => tokio::join!(remove(&one, &second), remove(&there, &first)),
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
        // Whoever was let go of meanwhile may do nothing any more; the others are told why.
        assert!(
            ["last_owner", "unauthorized"].contains(&refused.json["code"].as_str().unwrap()),
            "round {round}: {}",
            refused.text
        );
    }
}

#[tokio::test]
async fn those_who_manage_members_end_sessions_of_somebody_who_stays() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let admin = app.colleague(&owner, "admin").await;
    let member = app.colleague(&owner, "member").await;
    let email = member.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let of = id(&member).await;
    // One more here, and one that works in an organization of their own.
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
        .anonymous()
        .with_token(moved.data()["token"].as_str().unwrap());
    let end = async |by: &Client, of: &str| {
        by.send(
            Method::POST,
            &format!("/api/members/{of}/end-sessions"),
            None,
        )
        .await
    };
    assert_eq!(end(&member, &of).await.failure(403), "forbidden");
    assert_eq!(
        end(&admin, &id(&owner).await).await.failure(403),
        "forbidden"
    );
    assert_eq!(
        end(&admin, "0197a000-0000-7000-8000-000000000000")
            .await
            .failure(404),
        "not_found"
    );
    assert_eq!(
        end(&app.organization("Elsewhere").await, &of)
            .await
            .failure(404),
        "not_found"
    );
    let elsewhere = app.replica().await;
    elsewhere
        .with_token(member.token())
        .get("/api/members")
        .await
        .data();
    assert_eq!(end(&admin, &of).await.data(), &json!({"endedSessions": 2}));
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    for session in [&member, &also] {
        assert_eq!(
            session.get("/api/members").await.failure(401),
            "unauthorized"
        );
        assert_eq!(
            elsewhere
                .with_token(session.token())
                .get("/api/members")
                .await
                .failure(401),
            "unauthorized"
        );
    }
    for session in [&owner, &admin, &there] {
        session.get("/api/members").await.data();
    }
    // They stay, and sign in again.
    assert_eq!(list(&owner).await.len(), 3);
    app.sign_in(&email, crate::test_app::PASSWORD).await;
    let log = owner.get("/api/audit-log").await;
    let told = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["action"] == "member.sessions_ended")
        .unwrap()
        .clone();
    assert_eq!(
        (
            &told["target"]["id"],
            &told["after"],
            &told["author"]["name"]
        ),
        (&json!(of), &json!({"endedSessions": 2}), &json!("A admin"))
    );
}
