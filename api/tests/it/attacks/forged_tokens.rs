//! More than a thousand tokens derived from a valid one and from public key data: none is accepted,
//! and all responses are alike.

use crate::{Client, TestApp};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn encode_part(part: &Value) -> String {
    URL_SAFE_NO_PAD.encode(part.to_string())
}

fn decode_part(part: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(part).unwrap()
}

/// The attacker's key pair as PKCS#8: the prefix of an Ed25519 seed, then the seed.
fn attackers_key() -> EncodingKey {
    let frame = [
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04,
        0x20,
    ];
    EncodingKey::from_ed_der(&[&frame[..], &[9; 32]].concat())
}

fn sign_token(header: &Value, claims: &str, key: &EncodingKey, algorithm: Algorithm) -> String {
    let message = format!("{}.{claims}", encode_part(header));
    let signature = jsonwebtoken::crypto::sign(message.as_bytes(), key, algorithm).unwrap();
    format!("{message}.{signature}")
}

/// Flips each bit of the signature, replaces the last character, truncates the token, and inserts
/// invalid characters.
fn damaged_tokens(token: &str) -> Vec<String> {
    let (message, signature) = token.rsplit_once('.').unwrap();
    let bytes = decode_part(signature);
    let mut all: Vec<String> = (0..bytes.len() * 8)
        .map(|bit| {
            let mut turned = bytes.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            format!("{message}.{}", URL_SAFE_NO_PAD.encode(turned))
        })
        .collect();
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=";
    // The last character has four unused bits: a lenient decoder accepts sixteen spellings of one
    // signature.
    all.extend(
        letters
            .chars()
            .map(|last| format!("{}{last}", &token[..token.len() - 1]))
            .filter(|other| other != token),
    );
    all.extend((0..token.len()).map(|end| token[..end].to_owned()));
    all.extend([
        format!("{token}="),
        format!("{token}=="),
        format!("{token}."),
        format!(".{token}"),
        format!("{token}A"),
        format!("{token}.{signature}"),
    ]);
    all.push(format!("{message}.{}", STANDARD.encode(&bytes)));
    all.push(format!("{message}.{}", URL_SAFE_NO_PAD.encode([0; 64])));
    all.push(format!("{message}.{}", URL_SAFE_NO_PAD.encode([255; 64])));
    all
}

/// Other headers with the same claims: unsigned, with the old signature, and signed with the public
/// key as a shared secret.
fn other_headers(token: &str, kid: &str, public: &str) -> Vec<String> {
    let [_, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("not three parts: {token}")
    };
    let mut all = Vec::new();
    for mask in 0..16_u8 {
        let none: String = "none"
            .chars()
            .enumerate()
            .map(|(place, letter)| {
                if (mask >> place) & 1 == 1 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            })
            .collect();
        let header = encode_part(&json!({"typ": "at+jwt", "alg": none, "kid": kid}));
        all.extend([
            format!("{header}.{claims}."),
            format!("{header}.{claims}"),
            format!("{header}.{claims}.{signature}"),
            format!("{header}.{claims}.AA"),
        ]);
    }
    for algorithm in [
        "HS256", "HS384", "HS512", "RS256", "RS512", "PS256", "ES256", "ES384", "ES256K", "ES512",
        "Ed448", "EDDSA", "eddsa", "", "null",
    ] {
        for typ in ["at+jwt", "JWT", "application/at+jwt", "AT+JWT"] {
            all.push(format!(
                "{}.{claims}.{signature}",
                encode_part(&json!({"typ": typ, "alg": algorithm, "kid": kid}))
            ));
        }
    }
    let raw = decode_part(public);
    let pem = format!(
        "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n",
        STANDARD.encode(
            [
                &b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"[..],
                &raw
            ]
            .concat()
        )
    );
    let jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": public}).to_string();
    for secret in [
        &raw[..],
        public.as_bytes(),
        pem.as_bytes(),
        pem.trim().as_bytes(),
        jwk.as_bytes(),
        b"",
        b"secret",
        kid.as_bytes(),
        &[0; 32],
    ] {
        let key = EncodingKey::from_secret(secret);
        for (algorithm, name) in [
            (Algorithm::HS256, "HS256"),
            (Algorithm::HS384, "HS384"),
            (Algorithm::HS512, "HS512"),
        ] {
            // With the algorithm's own name, and with the expected name.
            for alg in [name, "EdDSA"] {
                all.push(sign_token(
                    &json!({"typ": "at+jwt", "alg": alg, "kid": kid}),
                    claims,
                    &key,
                    algorithm,
                ));
            }
        }
    }
    all
}

/// Claims that an attacker would choose, signed with the attacker's key or with the old signature.
fn other_claims(token: &str, kid: &str) -> Vec<String> {
    let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else {
        panic!("not three parts: {token}")
    };
    let (key, good) = (
        attackers_key(),
        serde_json::from_slice::<Value>(&decode_part(claims)).unwrap(),
    );
    let own_jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": URL_SAFE_NO_PAD.encode([9; 32])});
    let headers = [
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": kid}),
        json!({"typ": "at+jwt", "alg": "EdDSA"}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": "../../etc/passwd"}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": "' or 1=1 --"}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": kid, "jwk": own_jwk}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": kid, "jku": "https://elsewhere.example/keys"}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": kid, "x5u": "https://elsewhere.example/cert"}),
        json!({"typ": "at+jwt", "alg": "EdDSA", "kid": kid, "crit": ["b64"], "b64": false}),
    ];
    let mut all: Vec<String> = headers
        .iter()
        .map(|header| sign_token(header, claims, &key, Algorithm::EdDSA))
        .collect();
    for (name, value) in good.as_object().unwrap() {
        for other in [
            json!(null),
            json!(""),
            json!(0),
            json!(9_999_999_999_u64),
            json!([value]),
            json!({"": value}),
            json!("00000000-0000-0000-0000-000000000000"),
        ] {
            let mut claims = good.clone();
            claims[name] = other;
            all.push(format!("{header}.{}.{signature}", encode_part(&claims)));
        }
    }
    // The same claims in another encoding, and bodies that are not claims.
    for text in [
        format!(" {good}"),
        format!("{good}\n"),
        good.to_string().replace("\":", "\": "),
        format!("[{good}]"),
        "{}".to_owned(),
        "null".to_owned(),
    ] {
        all.push(format!(
            "{header}.{}.{signature}",
            URL_SAFE_NO_PAD.encode(text)
        ));
    }
    all
}

async fn expect_refusal(client: &Client) -> Value {
    let mut answer = client.get("/api/account").await;
    assert_eq!(answer.expect_failure(401), "unauthorized");
    assert_eq!(answer.header("www-authenticate"), "Bearer");
    answer.json["requestId"] = Value::Null;
    answer.json
}

#[tokio::test]
async fn a_thousand_forged_tokens_are_refused_in_the_same_words() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    owner.get("/api/account").await.data();
    let keys = app
        .anonymous_client()
        .get("/.well-known/jwks.json")
        .await
        .json;
    let [kid, public] = ["kid", "x"].map(|name| keys["keys"][0][name].as_str().unwrap().to_owned());
    let token = owner.token();
    let forged: BTreeSet<String> = [
        damaged_tokens(token),
        other_headers(token, &kid, &public),
        other_claims(token, &kid),
    ]
    .concat()
    .into_iter()
    .collect();
    assert!(
        forged.len() > 1_200 && !forged.contains(token),
        "{}",
        forged.len()
    );
    let refusal = expect_refusal(&app.anonymous_client().with_token("x")).await;
    for forged in forged {
        assert_eq!(
            expect_refusal(&app.anonymous_client().with_token(&forged)).await,
            refusal,
            "{forged}"
        );
    }
    for scheme in ["Basic", "bearer ", "Token", "Bearer Bearer", "DPoP", ""] {
        let client = app
            .anonymous_client()
            .with_header("authorization", format!("{scheme} {token}").trim());
        let answer = client.get("/api/account").await;
        assert!(
            answer.status.as_u16() == 401 || scheme == "bearer ",
            "{scheme}: {}",
            answer.text
        );
    }
    owner.get("/api/account").await.data();
}
