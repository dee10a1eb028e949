//! Tokens that were altered, forged, or made for something else; none of them may verify.

use super::*;
use crate::auth::installation_secret::InstallationSecret;
use crate::ids::{PersonId, SessionId, TenantId};
use proptest::prelude::*;
use serde_json::{Value, json};

const ISSUER: &str = "https://sprout.example";

fn test_key() -> SigningKey {
    SigningKey::first_version(&InstallationSecret::from_bytes([1; 32])).unwrap()
}

fn test_claims() -> Claims {
    let id = |n: u128| Uuid::from_u128(n);
    Claims::new(
        ISSUER,
        PersonId(id(1)),
        TenantId(id(2)),
        SessionId(id(3)),
        DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
    )
}

fn sign_raw_token(header: &Value, claims: &Value, keys: &SigningKey) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(header), part(claims));
    let signature =
        jsonwebtoken::crypto::sign(message.as_bytes(), &keys.encoding_key, Algorithm::EdDSA)
            .unwrap();
    format!("{message}.{signature}")
}

fn valid_header(keys: &SigningKey) -> Value {
    json!({"typ": "at+jwt", "alg": "EdDSA", "kid": keys.kid})
}

#[test]
fn signed_token_verifies_with_its_claims() {
    let keys = test_key();
    assert_eq!(
        Claims::verify_token(&test_claims().sign_token(&keys).unwrap(), ISSUER, &keys),
        Ok(test_claims())
    );
    assert_eq!(
        Claims::verify_token(
            &sign_raw_token(&valid_header(&keys), &json!(test_claims()), &keys),
            ISSUER,
            &keys
        ),
        Ok(test_claims())
    );
}

#[test]
fn rejects_other_headers_with_valid_signatures() {
    let keys = test_key();
    let headers = [
        json!({"typ": "JWT", "alg": "EdDSA", "kid": keys.kid}),
        json!({"typ": "reset+jwt", "alg": "EdDSA", "kid": keys.kid}),
        json!({"alg": "EdDSA", "kid": keys.kid}),
        json!({"typ": "at+jwt", "alg": "EdDSA"}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": "other"}),
        json!({"typ": "at+jwt", "alg": "none", "kid": keys.kid}),
        json!({"typ": "at+jwt", "alg": "nOnE", "kid": keys.kid}),
        json!({"typ": "at+jwt", "alg": "HS256", "kid": keys.kid}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": keys.kid, "crit": ["exp"]}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": keys.kid, "jwk": {"kty": "OKP"}}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": keys.kid, "b64": false}),
    ];
    for header in headers {
        assert_eq!(
            Claims::verify_token(
                &sign_raw_token(&header, &json!(test_claims()), &keys),
                ISSUER,
                &keys
            ),
            Err(TokenError),
            "{header}"
        );
    }
}

#[test]
fn rejects_other_claims_with_valid_signatures() {
    let keys = test_key();
    let change = |name: &str, value: Option<Value>| {
        let mut claims = json!(test_claims());
        match value {
            Some(value) => claims[name] = value,
            None => drop(claims.as_object_mut().unwrap().remove(name)),
        }
        claims
    };
    let mut altered: Vec<Value> = ["iss", "aud", "sub", "org", "sid", "iat", "nbf", "exp"]
        .into_iter()
        .map(|name| change(name, None))
        .collect();
    altered.extend([
        change("iss", Some(json!("https://other.example"))),
        change("aud", Some(json!("other"))),
        change("aud", Some(json!(["sprout"]))),
        change("exp", Some(json!("1800000600"))),
        change("exp", Some(json!(1_800_000_600.5))),
        change("sub", Some(json!("root"))),
        change("admin", Some(json!(true))),
    ]);
    for claims in altered {
        assert_eq!(
            Claims::verify_token(
                &sign_raw_token(&valid_header(&keys), &claims, &keys),
                ISSUER,
                &keys
            ),
            Err(TokenError),
            "{claims}"
        );
    }
}

#[test]
fn rejects_foreign_signatures_and_damaged_tokens() {
    let (ours, theirs) = (
        test_key(),
        SigningKey::first_version(&InstallationSecret::from_bytes([2; 32])).unwrap(),
    );
    let token = test_claims().sign_token(&ours).unwrap();
    let (message, signature) = token.rsplit_once('.').unwrap();
    let forged = sign_raw_token(&valid_header(&ours), &json!(test_claims()), &theirs);
    let damaged = [
        forged,
        message.to_owned(),
        format!("{message}."),
        format!("{message}.{}", &signature[..signature.len() - 4]),
        format!("{message}.{signature}="),
        format!("{message}.{signature}.{signature}"),
        format!("{token} "),
        String::new(),
        "..".to_owned(),
    ];
    for token in damaged {
        assert_eq!(
            Claims::verify_token(&token, ISSUER, &ours),
            Err(TokenError),
            "{token}"
        );
    }
}

#[test]
fn validity_bounds_are_exact() {
    let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
    assert!(!test_claims().is_current(at(1_799_999_939)));
    assert!(test_claims().is_current(at(1_799_999_940)));
    assert!(test_claims().is_current(at(1_800_000_000)));
    assert!(test_claims().is_current(at(1_800_000_599)));
    assert!(!test_claims().is_current(at(1_800_000_600)));
}

proptest! {
    #[test]
    fn a_token_with_another_byte_is_rejected(position in any::<prop::sample::Index>(), byte in 33_u8..127) {
        let keys = test_key();
        let token = test_claims().sign_token(&keys).unwrap();
        let mut bytes = token.clone().into_bytes();
        let position = position.index(bytes.len());
        // The last character of the signature has two bits that do not count.
        prop_assume!(bytes[position] != byte && position + 1 < bytes.len());
        bytes[position] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(Claims::verify_token(&changed, ISSUER, &keys), Err(TokenError));
    }

    #[test]
    fn other_texts_are_no_tokens(text in "[A-Za-z0-9_=-]{0,40}(\\.[A-Za-z0-9_=-]{0,40}){0,4}", other in ".{0,60}") {
        let keys = test_key();
        for text in [text, other] {
            prop_assert_eq!(Claims::verify_token(&text, ISSUER, &keys), Err(TokenError));
        }
    }
}
