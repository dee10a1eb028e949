//! Certificates of private authorities: a TLS server is trusted only if its authority is.

use super::SyncFixture;
use crate::postgres_server;
use entities::data_source;
use sea_orm::{ConnectionTrait, DatabaseConnection, EntityTrait};
use serde_json::{Value, json};

const AUTHORITY: &str = include_str!("../../data/tls/authority.pem");
const STRANGER: &str = include_str!("../../data/tls/stranger.pem");
const FILES: [(&str, &str); 2] = [
    ("server.crt", include_str!("../../data/tls/server.pem")),
    ("server.key", include_str!("../../data/tls/server.key")),
];

/// Starts a separate server, because TLS is a server-wide setting. Returns its connection and port.
async fn start_tls_database() -> (DatabaseConnection, String) {
    let url = postgres_server::start_server();
    let admin = sea_orm::Database::connect(&url).await.unwrap();
    for (name, text) in FILES {
        // The server writes the files, because it must own the key.
        let lines = format!("select unnest(string_to_array('{}', E'\\n'))", text.trim());
        admin
            .execute_unprepared(&format!(
                "copy ({lines}) to program 'umask 077; cat > {name}'"
            ))
            .await
            .unwrap();
    }
    admin
        .execute_unprepared("alter system set ssl = on")
        .await
        .unwrap();
    admin
        .execute_unprepared("select pg_reload_conf()")
        .await
        .unwrap();
    // Fails while TLS is still off.
    let is_on = "do $$ begin if current_setting('ssl') <> 'on' then raise 'off'; end if; end $$";
    for _ in 0..100 {
        if admin.execute_unprepared(is_on).await.is_ok() {
            let port = url
                .rsplit(':')
                .next()
                .unwrap()
                .split('/')
                .next()
                .unwrap()
                .to_owned();
            return (admin, port);
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the server does not speak TLS");
}

fn source_input(host: &str, port: &str, mode: &str, authority: Option<&str>) -> Value {
    let mut source = json!({"kind": "postgres", "url": format!("postgres://postgres:hunter2@{host}:{port}/postgres?sslmode={mode}")});
    if let Some(authority) = authority {
        source["caCertificate"] = authority.into();
    }
    source
}

async fn test_source(farm: &SyncFixture, source: Value) -> Result<(), String> {
    let tested = farm.owner.post("/api/data-sync/source/test", source).await;
    let reason = tested.data()["reason"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    if tested.data()["ok"] == true {
        Ok(())
    } else {
        Err(reason)
    }
}

#[tokio::test]
async fn a_server_is_believed_where_its_authority_is_trusted() {
    let farm = SyncFixture::start().await;
    let (admin, port) = start_tls_database().await;
    let full = |authority| source_input("127.0.0.1", &port, "verify-full", authority);
    let alone = test_source(&farm, full(None)).await.unwrap_err();
    assert!(
        alone.contains("The TLS connection to 127.0.0.1 failed")
            && alone.contains("For a private authority, enter its CA certificate"),
        "{alone}"
    );
    let stranger = test_source(&farm, full(Some(STRANGER))).await.unwrap_err();
    assert!(
        stranger.contains("UnknownIssuer")
            && stranger
                .contains("that is signed by the given CA certificate or by a public authority"),
        "{stranger}"
    );
    assert_eq!(test_source(&farm, full(Some(AUTHORITY))).await, Ok(()));
    let several = format!("{STRANGER}{AUTHORITY}");
    assert_eq!(
        test_source(&farm, full(Some(&several))).await,
        Ok(()),
        "one of several"
    );
    // The host name differs from the one in the certificate.
    let named = |mode| source_input("localhost", &port, mode, Some(AUTHORITY));
    let other_name = test_source(&farm, named("verify-full")).await.unwrap_err();
    assert!(
        other_name.contains("a certificate for this name that is signed by the given"),
        "{other_name}"
    );
    assert_eq!(test_source(&farm, named("verify-ca")).await, Ok(()));

    // The certificate is stored with the source and used by its runs.
    let set = farm
        .owner
        .put("/api/data-sync/source", full(Some(AUTHORITY)))
        .await;
    assert_eq!(
        (&set.data()["sslmode"], &set.data()["caCertificate"]),
        (&json!("verify-full"), &json!(AUTHORITY.trim()))
    );
    admin
        .execute_unprepared(
            r"
                create table supplier_data as
                select 's1' as supplier_id, 'Acme' as supplier_name, true as active,
                  now() as updated_at,
                  (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl
            ",
        )
        .await
        .unwrap();
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 0, 0]);
    // Changing the certificate does not change the source.
    let revision = || async {
        data_source::Entity::find()
            .one(&farm.app.raw)
            .await
            .unwrap()
            .unwrap()
            .revision
    };
    let before = revision().await;
    farm.owner
        .put("/api/data-sync/source", full(Some(&several)))
        .await
        .data();
    assert_eq!(revision().await, before);
}

#[tokio::test]
async fn a_certificate_that_cannot_be_used_is_refused_in_words() {
    let farm = SyncFixture::start().await;
    let refused = |mode: &'static str, authority: String| {
        let farm = &farm;
        async move {
            test_source(farm, source_input("127.0.0.1", "1", mode, Some(&authority)))
                .await
                .unwrap_err()
        }
    };
    assert!(
        refused("require", AUTHORITY.to_owned())
            .await
            .contains("would have no effect")
    );
    assert!(
        refused("verify-full", "nonsense".to_owned())
            .await
            .contains("begins with -----BEGIN CERTIFICATE-----")
    );
    assert!(
        refused("verify-full", FILES[1].1.to_owned())
            .await
            .contains("keep the key secret")
    );
    let long = farm
        .owner
        .post(
            "/api/data-sync/source/test",
            source_input("127.0.0.1", "1", "verify-full", Some(&"x".repeat(16_385))),
        )
        .await;
    assert_eq!(long.expect_failure(400), "invalid_body");
    let folder = farm
        .owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": "x", "caCertificate": AUTHORITY}),
        )
        .await;
    assert_eq!(folder.expect_failure(400), "invalid_body");
    assert!(
        folder.json["message"]
            .as_str()
            .unwrap()
            .contains("`caCertificate`")
    );
}
