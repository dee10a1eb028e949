//! The hash of an audit log entry, over the previous hash and every field. A change of one entry
//! changes all later hashes.

use aws_lc_rs::digest::{SHA256, digest};
use chrono::SecondsFormat;
use data_encoding::HEXLOWER;
use entities::audit_entry::Model;
use serde_json::json;

/// The previous hash of the first entry.
pub(super) const GENESIS_HASH: &str =
    "0000000000000000000000000000000000000000000000000000000000000000";

/// SHA-256 in hex of the previous hash, a line break, and the entry as one line of JSON.
pub(super) fn hash_entry(before: &str, row: &Model) -> String {
    let text = format!("{before}\n{}", to_canonical_json(row));
    HEXLOWER.encode(digest(&SHA256, text.as_bytes()).as_ref())
}

/// All fields except the hash. Never change their order: they are hashed as an array.
fn to_canonical_json(row: &Model) -> String {
    let Model {
        tenant_id,
        seq,
        occurred_at,
        actor_kind,
        actor_id,
        actor_name,
        action,
        target_kind,
        target_id,
        target_name,
        before,
        after,
        ip_address,
        user_agent,
        request_id,
        hash: _,
    } = row;
    json!([
        "sprout audit 1",
        tenant_id.to_string(),
        seq,
        occurred_at.to_rfc3339_opts(SecondsFormat::Nanos, true),
        actor_kind,
        actor_id.map(|id| id.to_string()),
        actor_name,
        action,
        target_kind,
        target_id,
        target_name,
        before,
        after,
        ip_address,
        user_agent,
        request_id
    ])
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::prelude::Uuid;

    fn sample_entry() -> Model {
        Model {
            tenant_id: Uuid::from_u128(7),
            seq: 3,
            occurred_at: "2026-06-16T15:00:00.000001Z".parse().unwrap(),
            actor_kind: "person".to_owned(),
            actor_id: Some(Uuid::from_u128(9)),
            actor_name: "Ada \"the\" Larsen".to_owned(),
            action: "data_source.updated".to_owned(),
            target_kind: None,
            target_id: None,
            target_name: None,
            before: None,
            after: Some("{\"kind\":\"files\"}".to_owned()),
            ip_address: Some("192.0.2.1".to_owned()),
            user_agent: None,
            request_id: Some("r".to_owned()),
            hash: String::new(),
        }
    }

    #[test]
    fn writes_canonical_json() {
        let expected = concat!(
            r#"["sprout audit 1","00000000-0000-0000-0000-000000000007",3,"2026-06-16T15:00:00.000001000Z","person","00000000-0000-0000-0000-000000000009","#,
            r#""Ada \"the\" Larsen","data_source.updated",null,null,null,null,"{\"kind\":\"files\"}","192.0.2.1",null,"r"]"#
        );
        assert_eq!(to_canonical_json(&sample_entry()), expected);
        // printf '%064d\n%s' 0 "$TEXT" | sha256sum
        assert_eq!(hash_entry(GENESIS_HASH, &sample_entry()).len(), 64);
    }

    #[test]
    fn hash_depends_on_every_field() {
        let first = hash_entry(GENESIS_HASH, &sample_entry());
        let changed = [
            Model {
                tenant_id: Uuid::from_u128(8),
                ..sample_entry()
            },
            Model {
                seq: 4,
                ..sample_entry()
            },
            Model {
                occurred_at: "2026-06-16T15:00:00.000002Z".parse().unwrap(),
                ..sample_entry()
            },
            Model {
                actor_kind: "api_key".to_owned(),
                ..sample_entry()
            },
            Model {
                actor_id: None,
                ..sample_entry()
            },
            Model {
                actor_name: "Ada".to_owned(),
                ..sample_entry()
            },
            Model {
                action: "source.sett".to_owned(),
                ..sample_entry()
            },
            Model {
                target_kind: Some("draft".to_owned()),
                ..sample_entry()
            },
            Model {
                target_id: Some("1".to_owned()),
                ..sample_entry()
            },
            Model {
                target_name: Some("1".to_owned()),
                ..sample_entry()
            },
            Model {
                before: Some("{}".to_owned()),
                ..sample_entry()
            },
            Model {
                after: None,
                ..sample_entry()
            },
            Model {
                ip_address: None,
                ..sample_entry()
            },
            Model {
                user_agent: Some(String::new()),
                ..sample_entry()
            },
            Model {
                request_id: None,
                ..sample_entry()
            },
        ];
        for other in changed {
            assert_ne!(hash_entry(GENESIS_HASH, &other), first, "{other:?}");
        }
        assert_ne!(hash_entry(&first, &sample_entry()), first);
    }
}
