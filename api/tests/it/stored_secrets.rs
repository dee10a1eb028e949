//! Stored secrets: no default credentials, suitable hashes, and a secret file that only its owner
//! can read.

use crate::TestApp;
use crate::test_app::PASSWORD;
use api::auth::{InstallationSecret, hash_token};
use api::entropy::Entropy;
use entities::{person, refresh_token};
use sea_orm::EntityTrait;
use serde_json::json;
use std::fs;

#[tokio::test]
async fn there_are_no_accounts_before_the_first_registration() {
    let app = TestApp::start().await;
    assert!(
        person::Entity::find()
            .all(&app.raw)
            .await
            .unwrap()
            .is_empty()
    );
    for (email, password) in [
        ("admin", "admin"),
        ("root@sprout.example", "root"),
        ("demo@sprout.example", "sprout-demo"),
    ] {
        let answer = app
            .anonymous_client()
            .post(
                "/api/auth/login",
                json!({"email": email, "password": password}),
            )
            .await;
        assert_eq!(answer.expect_failure(401), "invalid_credentials", "{email}");
    }
}

#[tokio::test]
async fn a_password_is_kept_as_argon2id_and_a_refresh_token_of_256_bits_as_its_hash() {
    let app = TestApp::start_with_costly_passwords().await;
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": "ada@prairie.example", "password": PASSWORD});
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    registered.data();
    let ada = person::Entity::find().one(&app.raw).await.unwrap().unwrap();
    // The first recommendation of OWASP: 19 MiB, two passes, one lane.
    assert!(
        ada.password_hash
            .starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{}",
        ada.password_hash
    );
    let token = registered
        .header("set-cookie")
        .split(['=', ';'])
        .nth(1)
        .unwrap();
    assert_eq!(token.len(), 43, "256 bits as base64url");
    let kept = refresh_token::Entity::find()
        .one(&app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(kept.hash, hash_token(token));
}

#[test]
fn the_secret_is_made_once_and_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.key");
    let load = |may_create| {
        InstallationSecret::load_or_create(&path, may_create, &Entropy::system())
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = load(false).unwrap_err();
    assert!(refused.contains("restore it from your backup"), "{refused}");
    assert!(InstallationSecret::load_or_create(&path, true, &Entropy::system()).is_ok());
    let made = fs::read_to_string(&path).unwrap();
    assert!(InstallationSecret::load_or_create(&path, true, &Entropy::system()).is_ok());
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        made,
        "another one would refuse every token"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(load(true), Ok(()), "a group may read it");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(load(true).unwrap_err().contains("chmod 600"));
    }
}

#[tokio::test]
async fn a_database_with_accounts_needs_the_secret_that_it_had() {
    let app = TestApp::start().await;
    app.create_organization("Prairie").await;
    let folder = tempfile::tempdir().unwrap();
    let started = std::process::Command::new(env!("CARGO_BIN_EXE_sprout"))
        .args(["serve", "--migrate", "--listen", "127.0.0.1:0"])
        .env("SPROUT_DATA_DIR", folder.path())
        .env("DATABASE_URL", app.database_url())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&started.stderr);
    assert!(!started.status.success(), "{errors}");
    assert!(errors.contains("secret.key is missing"), "{errors}");
    assert!(!folder.path().join("secret.key").exists());
}
