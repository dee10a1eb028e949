//! Files at https addresses: links of Google Sheets, downloads of what changed, and web pages that
//! come in place of files.

use crate::download_storage::storage_error;
use crate::http_client::open_client;
use crate::{FileState, SourceError};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use outbound::{
    CallLimits, DownloadRequest, DownloadResponse, NetworkPolicy, OutboundClient, OutboundError,
    ResponseStream, parse_outbound_url,
};
use percent_encoding::percent_decode_str;
use reqwest::Url;
use std::path::Path;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use twox_hash::xxhash3_128::Hasher;

/// The maximum time of a download.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_mins(10);
/// The maximum time of a test.
const PROBE_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum time without any progress.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Longer entity tags are not stored.
const MAX_ETAG_BYTES: usize = 200;
const MAX_NAME_CHARS: usize = 100;
/// A web page is recognized by its start.
const HEAD_BYTES: usize = 512;

const GOOGLE_SHEETS_HOST: &str = "docs.google.com";
const NOT_SHARED_MESSAGE: &str = "the Google Sheet is not shared, or does not exist. In Google \
    Sheets, click Share and give \"Anyone with the link\" access as viewer.";

/// The validated address of a file. The link of a Google Sheet becomes the address of its export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileUrl(Url);

impl FileUrl {
    /// Parses an address as entered. `label` starts the message.
    pub fn parse(label: &str, text: &str, network: NetworkPolicy) -> Result<Self, SourceError> {
        let refuse = |why: &str| SourceError::Unusable(format!("{label}: {why}"));
        let mut url = parse_outbound_url(text.trim(), network)
            .map_err(|error| SourceError::Unusable(format!("{label}: the address {error}")))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refuse(
                "enter the user and the password in their own fields.",
            ));
        }
        if url.host_str() == Some(GOOGLE_SHEETS_HOST) {
            url = to_sheet_export(&url).map_err(refuse)?;
        }
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// The address that is downloaded.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether both files are on the same server.
    pub fn is_same_server(&self, other: &Self) -> bool {
        self.0.origin() == other.0.origin()
    }

    /// The name of the file, safe as a name on disk.
    pub fn file_name(&self) -> String {
        if self.is_google_sheet() {
            return "google-sheet.csv".to_owned();
        }
        let last = self
            .0
            .path_segments()
            .and_then(|mut parts| parts.next_back());
        let decoded = percent_decode_str(last.unwrap_or_default()).decode_utf8_lossy();
        let safe: String = decoded
            .chars()
            .map(|letter| match letter {
                '.' | '-' | '_' | ' ' => letter,
                letter if letter.is_alphanumeric() => letter,
                _ => '_',
            })
            .collect();
        let safe = safe.trim_start_matches(['.', ' ']).trim_end();
        let skipped = safe.chars().count().saturating_sub(MAX_NAME_CHARS);
        // The end has the extension.
        match safe.chars().skip(skipped).collect::<String>() {
            name if name.is_empty() => "file".to_owned(),
            name => name,
        }
    }

    fn is_google_sheet(&self) -> bool {
        self.0.host_str() == Some(GOOGLE_SHEETS_HOST)
    }

    fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

/// The address that exports a sheet as CSV, from the link in the address bar. The addresses of
/// published sheets and exports stay.
fn to_sheet_export(url: &Url) -> Result<Url, &'static str> {
    let parts: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let (id, rest) = match parts.as_slice() {
        ["spreadsheets", "d", "e", _, "pub"] => {
            let is_csv = url
                .query_pairs()
                .any(|(name, value)| name == "output" && value != "html");
            return if is_csv {
                Ok(url.clone())
            } else {
                Err(
                    "publish the Google Sheet as CSV, or enter the link in the address bar of the \
                     sheet.",
                )
            };
        }
        ["spreadsheets", "d", id, rest @ ..] | ["spreadsheets", "u", _, "d", id, rest @ ..] => {
            (*id, rest)
        }
        _ => {
            return Err(
                "this is not the link of a Google Sheet. Open the sheet and copy the link.",
            );
        }
    };
    if rest.first() == Some(&"export") || rest.first() == Some(&"gviz") {
        return Ok(url.clone());
    }
    let tab_of = |text: &str| {
        text.split('&')
            .find_map(|part| part.strip_prefix("gid="))
            .filter(|tab| !tab.is_empty() && tab.bytes().all(|byte| byte.is_ascii_digit()))
            .map(str::to_owned)
    };
    let tab = url
        .fragment()
        .and_then(tab_of)
        .or_else(|| url.query().and_then(tab_of));
    let mut export = url.clone();
    export.set_path(&format!("/spreadsheets/d/{id}/export"));
    export.set_query(Some("format=csv"));
    if let Some(tab) = tab {
        export.query_pairs_mut().append_pair("gid", &tab);
    }
    Ok(export)
}

/// Downloads files within the network policy.
#[derive(Clone, Debug)]
pub struct FileDownloader {
    client: OutboundClient,
    authorization: Option<String>,
    max_bytes: usize,
}

/// The result of a download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DownloadedFile {
    /// The server or the content says that the file did not change.
    Unchanged,
    /// The file is on disk.
    Changed(FileState),
}

impl FileDownloader {
    /// Creates a downloader of files up to `max_bytes`. `authorization` is the header for the
    /// server.
    pub fn new(
        network: NetworkPolicy,
        authorization: Option<String>,
        max_bytes: u64,
    ) -> Result<Self, SourceError> {
        let client = open_client(network)?;
        Ok(Self {
            client,
            authorization,
            max_bytes: usize::try_from(max_bytes).unwrap_or(usize::MAX),
        })
    }

    /// Checks that the server sends a file, without downloading all of it.
    pub async fn probe(&self, url: &FileUrl) -> Result<(), SourceError> {
        let fail = |error| describe_error(url, &error);
        let response = self.request(url, None, PROBE_TIMEOUT).await.map_err(fail)?;
        let DownloadResponse::File(mut file) = response else {
            return Ok(());
        };
        let head = read_head(&mut file).await.map_err(fail)?;
        check_head(url, &file, &head)
    }

    /// Downloads the file to `path`, unless it is the known version.
    pub async fn download(
        &self,
        url: &FileUrl,
        known: Option<&FileState>,
        path: &Path,
    ) -> Result<DownloadedFile, SourceError> {
        let fail = |error| describe_error(url, &error);
        let disk = |error: std::io::Error| storage_error(&error);
        let response = self.request(url, known, DOWNLOAD_TIMEOUT).await;
        let DownloadResponse::File(mut file) = response.map_err(fail)? else {
            return Ok(DownloadedFile::Unchanged);
        };
        let mut chunk = read_head(&mut file).await.map_err(fail)?;
        check_head(url, &file, &chunk)?;
        let mut target = File::create(path).await.map_err(disk)?;
        let (mut hasher, mut bytes) = (Hasher::new(), 0);
        while !chunk.is_empty() {
            hasher.write(&chunk);
            bytes += chunk.len() as u64;
            target.write_all(&chunk).await.map_err(disk)?;
            chunk = match file.next_chunk().await.map_err(fail)? {
                // An empty chunk is not the end.
                Some(next) if next.is_empty() => continue,
                Some(next) => next.into(),
                None => break,
            };
        }
        target.flush().await.map_err(disk)?;
        let hash = URL_SAFE_NO_PAD.encode(hasher.finish_128().to_be_bytes());
        let state = FileState {
            name: url.file_name().into(),
            bytes,
            modified_at: file
                .last_modified()
                .and_then(|text| DateTime::parse_from_rfc2822(text).ok())
                .map_or(DateTime::UNIX_EPOCH, |time| time.to_utc()),
            hash: match file.etag().filter(|etag| etag.len() <= MAX_ETAG_BYTES) {
                Some(etag) => format!("{hash} {etag}"),
                None => hash,
            },
        };
        if known.is_some_and(|known| has_same_content(known, &state)) {
            return Ok(DownloadedFile::Unchanged);
        }
        Ok(DownloadedFile::Changed(state))
    }

    async fn request(
        &self,
        url: &FileUrl,
        known: Option<&FileState>,
        limit: Duration,
    ) -> Result<DownloadResponse, OutboundError> {
        let time = known
            .filter(|known| known.modified_at != DateTime::<Utc>::UNIX_EPOCH)
            .map(|known| {
                known
                    .modified_at
                    .format("%a, %d %b %Y %H:%M:%S GMT")
                    .to_string()
            });
        let request = DownloadRequest {
            url: &url.0,
            authorization: self.authorization.as_deref(),
            known_etag: known.and_then(|known| split_hash(&known.hash).1),
            known_time: time.as_deref(),
            idle_timeout: IDLE_TIMEOUT.min(limit),
        };
        let limits = CallLimits {
            timeout: limit,
            max_bytes: self.max_bytes,
        };
        self.client.download(request, limits).await
    }
}

/// The hash of the content and the entity tag of a stored state.
fn split_hash(hash: &str) -> (&str, Option<&str>) {
    match hash.split_once(' ') {
        Some((hash, etag)) => (hash, Some(etag)),
        None => (hash, None),
    }
}

fn has_same_content(one: &FileState, other: &FileState) -> bool {
    (&one.name, one.bytes, split_hash(&one.hash).0)
        == (&other.name, other.bytes, split_hash(&other.hash).0)
}

/// The first bytes of a file, enough to recognize a web page.
async fn read_head(file: &mut ResponseStream) -> Result<Vec<u8>, OutboundError> {
    let mut head = Vec::new();
    while head.len() < HEAD_BYTES {
        match file.next_chunk().await? {
            Some(chunk) => head.extend_from_slice(&chunk),
            None => break,
        }
    }
    Ok(head)
}

/// Refuses empty files and web pages.
fn check_head(url: &FileUrl, file: &ResponseStream, head: &[u8]) -> Result<(), SourceError> {
    let name = url.file_name();
    if head.is_empty() {
        return Err(SourceError::Unusable(format!(
            "{name}: the server {} sent an empty file. Check the export.",
            url.host()
        )));
    }
    if !is_web_page(head, file.content_type()) {
        return Ok(());
    }
    Err(SourceError::Unusable(if url.is_google_sheet() {
        format!("{name}: {NOT_SHARED_MESSAGE}")
    } else {
        format!(
            "{name}: the server {} sent a web page instead of a file, often a sign-in page. Enter \
             the address of the file itself, or the user and password.",
            url.host()
        )
    }))
}

fn is_web_page(head: &[u8], content_type: Option<&str>) -> bool {
    let text = String::from_utf8_lossy(head).to_ascii_lowercase();
    let start =
        text.trim_start_matches(|letter: char| letter == '\u{feff}' || letter.is_whitespace());
    let is_html_type = content_type.is_some_and(|kind| {
        let kind = kind.trim_start().to_ascii_lowercase();
        kind.starts_with("text/html") || kind.starts_with("application/xhtml")
    });
    ["<!doctype html", "<html", "<head", "<body"]
        .iter()
        .any(|mark| start.starts_with(mark))
        || (is_html_type && start.starts_with('<'))
}

/// The error of a download, for users.
fn describe_error(url: &FileUrl, error: &OutboundError) -> SourceError {
    let (name, host) = (url.file_name(), url.host());
    match error {
        OutboundError::Status(401 | 403 | 404) if url.is_google_sheet() => {
            SourceError::Unusable(format!("{name}: {NOT_SHARED_MESSAGE}"))
        }
        OutboundError::Status(status @ (401 | 403)) => SourceError::Unusable(format!(
            "{name}: the server {host} refuses access (status {status}). Check the user and the \
             password or token."
        )),
        OutboundError::Status(status @ (404 | 410)) => SourceError::Unusable(format!(
            "{name}: the server {host} has no such file (status {status}). Check the address."
        )),
        OutboundError::Status(429 | 500..)
        | OutboundError::Unreachable
        | OutboundError::TimedOut(_)
        | OutboundError::Incomplete => {
            SourceError::Unreachable(format!("{name}: the server {host} {error} Try again."))
        }
        _ => SourceError::Unusable(format!("{name}: the server {host} {error}")),
    }
}

#[cfg(test)]
mod tests;
