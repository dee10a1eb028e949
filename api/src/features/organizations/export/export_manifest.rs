//! What an export says of itself: a page for people, a list for programs.

use super::export_contents::EXCLUDED_TABLES;
use crate::db::Organization;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

/// A file of the export.
pub(super) struct ManifestFile {
    pub(super) name: String,
    pub(super) rows: u64,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// The page for people, which is the first file.
pub(super) fn render_readme(organization: &Organization, at: DateTime<Utc>) -> String {
    let mut text = format!(
        "Everything of {} in Sprout, as it was at {}.\r\n\r\nsource/     The five tables as they \
            were last synced, cell for cell, by the names of Data Sync. Put the files into a \
            folder and set it as a\r\nsource, and every figure is as it was. Numbers, texts and \
            signs are as they are: open them in a spreadsheet with care, or import\r\ntheir \
            columns as text. Rows that the source had removed are not in them.\r\nrecords/    \
            One file for each table of settings, drafts, corrections, runs, rejects, notices, \
            keys, invitations and the audit log. A cell that a\r\nspreadsheet would take for a \
            formula begins with an apostrophe.\r\nmembers.csv Who belongs to the organization, \
            in which role.\r\nmanifest.json   Every file with its rows, bytes and SHA-256, \
            written last: without it the download broke off.\r\n\r\nAll of it is one state of \
            the database. Times are in UTC. No passwords, no keys, and nothing that opens a \
            source are in it.\r\n\r\nNot in it:\r\n",
        organization.name,
        format_timestamp(at)
    );
    for (table, reason) in EXCLUDED_TABLES {
        text.push_str(&format!("  {table}: {reason}\r\n"));
    }
    text
}

/// The list for programs, which is the last file.
pub(super) fn build_manifest(
    organization: &Organization,
    at: DateTime<Utc>,
    files: &[ManifestFile],
) -> Value {
    let files: Vec<_> = files
        .iter()
        .map(
            |ManifestFile {
                 name,
                 rows,
                 bytes,
                 sha256,
             }| json!({"name": name, "rows": rows, "bytes": bytes, "sha256": sha256}),
        )
        .collect();
    let left_out: Vec<_> = EXCLUDED_TABLES
        .iter()
        .map(|(table, reason)| json!({"table": table, "reason": reason}))
        .collect();
    json!({
        "format": "sprout organization export 1",
        "organization": {
            "id": organization.id.to_string(),
            "slug": organization.slug,
            "name": organization.name,
            "currency": organization.currency,
            "timeZone": organization.time_zone.name(),
        },
        "exportedAt": format_timestamp(at),
        "files": files,
        "leftOut": left_out,
    })
}

fn format_timestamp(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
