//! The README and the manifest of an export.

use super::export_contents::EXCLUDED_TABLES;
use crate::db::Organization;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

/// A file of the export, for the manifest.
pub(super) struct ManifestFile {
    pub(super) name: String,
    pub(super) rows: u64,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

const README_BODY: &str = r"
source/        The tables as they were last synced, cell for cell, with the names of Data
               Sync. To restore all figures, put the files into a folder and set it as the source.
               Values are not escaped: import their columns as text in a spreadsheet. Rows that
               were removed from the source are not included.
records/       One file for each table of settings, drafts, corrections, runs, rejects,
               notifications, API keys, invitations and the audit log. A cell that a spreadsheet
               would read as a formula begins with an apostrophe.
members.csv    The members and their roles.
manifest.json  All files with rows, bytes and SHA-256. It is written last: if it is missing, the
               download was interrupted.

All files are one snapshot of the database. Times are in UTC. Passwords, keys and credentials of
the data source are not included.

Not included:
";

/// The text of `README.txt`, the first file.
pub(super) fn render_readme(organization: &Organization, at: DateTime<Utc>) -> String {
    let mut text = format!(
        "All data of {} in Sprout, exported at {}.\n{README_BODY}",
        organization.name,
        format_timestamp(at)
    )
    .replace('\n', "\r\n");
    for (table, reason) in EXCLUDED_TABLES {
        text.push_str(&format!("  {table}: {reason}\r\n"));
    }
    text
}

/// The contents of `manifest.json`, the last file.
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
    let omitted: Vec<_> = EXCLUDED_TABLES
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
        "omitted": omitted,
    })
}

fn format_timestamp(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
