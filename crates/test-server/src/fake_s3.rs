//! A bucket of S3-compatible storage that checks signatures (AWS Signature Version 4 in the query),
//! lists objects in pages and sends ranges. Written from AWS's documentation, without the library
//! that signs.

use crate::spawn_server;
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac::{HMAC_SHA256, Key, sign};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::AsyncWriteExt;

/// Characters that are not escaped in signed queries.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');
const BUCKET: &str = "prairie";
const ACCESS_KEY_ID: &str = "AKIASPROUTTEST";
const SECRET_ACCESS_KEY: &str = "Hunter2/secret+access=key";
const REGION: &str = "eu-central-1";

/// The server.
pub struct FakeS3 {
    address: SocketAddr,
    state: Arc<Mutex<BucketState>>,
}

struct BucketState {
    objects: BTreeMap<String, StoredObject>,
    page_size: usize,
    /// Puts so far, which are the time of the next one.
    puts: u64,
    /// Requests with a valid signature since the last look at them.
    requests: Vec<String>,
    /// Bytes of each object after which the connection is cut.
    cuts: HashMap<String, usize>,
    /// Requests that are still refused because the storage is busy.
    busy: usize,
    /// The code of the error that every request gets.
    refusal: Option<&'static str>,
}

struct StoredObject {
    body: Vec<u8>,
    modified_at: String,
    etag: String,
}

/// A request of the path, the decoded query and the headers.
struct Request<'a> {
    path: &'a str,
    query: BTreeMap<String, String>,
    head: &'a str,
}

struct Failure {
    status: &'static str,
    code: &'static str,
    details: String,
}

impl FakeS3 {
    /// Starts a server of an empty bucket, which lists two keys per page.
    pub async fn start() -> Self {
        let state = Arc::new(Mutex::new(BucketState {
            objects: BTreeMap::new(),
            page_size: 2,
            puts: 0,
            requests: Vec::new(),
            cuts: HashMap::new(),
            busy: 0,
            refusal: None,
        }));
        let shared = Arc::clone(&state);
        let address = spawn_server(move |mut stream, head| {
            let response = lock(&shared).respond(&head);
            async move {
                stream.write_all(&response).await?;
                stream.shutdown().await
            }
        })
        .await;
        Self { address, state }
    }

    /// The URL of the server.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The bucket.
    pub const fn bucket(&self) -> &'static str {
        BUCKET
    }

    /// The region that signatures must name.
    pub const fn region(&self) -> &'static str {
        REGION
    }

    /// The access key ID.
    pub const fn access_key_id(&self) -> &'static str {
        ACCESS_KEY_ID
    }

    /// The secret access key.
    pub const fn secret_access_key(&self) -> &'static str {
        SECRET_ACCESS_KEY
    }

    /// Stores an object.
    pub fn put(&self, key: &str, body: impl Into<Vec<u8>>) {
        let (mut state, body) = (lock(&self.state), body.into());
        state.puts += 1;
        let object = StoredObject {
            modified_at: format!("2026-06-02T08:00:{:02}.000Z", state.puts % 60),
            etag: format!("\"{}\"", hex(digest(&SHA256, &body).as_ref())),
            body,
        };
        state.cuts.remove(key);
        state.objects.insert(key.to_owned(), object);
    }

    /// Removes an object.
    pub fn delete(&self, key: &str) {
        lock(&self.state).objects.remove(key);
    }

    /// Cuts the connection after so many bytes of an object, until it is stored again.
    pub fn cut_after(&self, key: &str, bytes: usize) {
        lock(&self.state).cuts.insert(key.to_owned(), bytes);
    }

    /// Refuses the next requests because the storage is busy.
    pub fn refuse_next(&self, requests: usize) {
        lock(&self.state).busy = requests;
    }

    /// Refuses every request with this code, or none any more.
    pub fn refuse(&self, code: Option<&'static str>) {
        lock(&self.state).refusal = code;
    }

    /// The requests since the last call: `LIST prefix`, `GET key` or `GET key bytes=0-9`.
    pub fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.state).requests)
    }
}

fn lock(state: &Mutex<BucketState>) -> MutexGuard<'_, BucketState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Request<'a> {
    fn parse(head: &'a str) -> Self {
        let target = head.split(' ').nth(1).unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let query = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (decode(name), decode(value)))
            .collect();
        Self { path, query, head }
    }

    fn query(&self, name: &str) -> &str {
        self.query.get(name).map_or("", String::as_str)
    }

    fn header(&self, name: &str) -> Option<&'a str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Checks the signature in the query.
    fn check_signature(&self) -> Result<(), Failure> {
        let credential = self.query("X-Amz-Credential");
        let (key_id, scope) = credential.split_once('/').unwrap_or_default();
        if key_id != ACCESS_KEY_ID {
            return Err(Failure::new("403 Forbidden", "InvalidAccessKeyId"));
        }
        let (date, time) = (
            scope.split('/').next().unwrap_or_default(),
            self.query("X-Amz-Date"),
        );
        let region = scope.split('/').nth(1).unwrap_or_default();
        if region != REGION {
            return Err(Failure {
                details: format!(
                    "<Message>the region '{region}' is wrong; expecting '{REGION}'</Message>\
                     <Region>{REGION}</Region>"
                ),
                ..Failure::new("400 Bad Request", "AuthorizationQueryParametersError")
            });
        }
        let signed: Vec<String> = self
            .query
            .iter()
            .filter(|(name, _)| *name != "X-Amz-Signature")
            .map(|(name, value)| format!("{}={}", escape(name), escape(value)))
            .collect();
        let canonical = format!(
            "GET\n{}\n{}\nhost:{}\n\nhost\nUNSIGNED-PAYLOAD",
            self.path,
            signed.join("&"),
            self.header("host").unwrap_or_default()
        );
        let text = format!(
            "AWS4-HMAC-SHA256\n{time}\n{scope}\n{}",
            hex(digest(&SHA256, canonical.as_bytes()).as_ref())
        );
        let secret = format!("AWS4{SECRET_ACCESS_KEY}").into_bytes();
        let key = [date, REGION, "s3", "aws4_request"]
            .iter()
            .fold(secret, |key, part| hmac(&key, part));
        let is_valid = self.query("X-Amz-Algorithm") == "AWS4-HMAC-SHA256"
            && time.starts_with(date)
            && date.len() == 8
            && scope.ends_with("/s3/aws4_request")
            && self.query("X-Amz-SignedHeaders") == "host"
            && self.query("X-Amz-Signature") == hex(&hmac(&key, &text));
        if is_valid {
            Ok(())
        } else {
            Err(Failure::new("403 Forbidden", "SignatureDoesNotMatch"))
        }
    }
}

impl BucketState {
    fn respond(&mut self, head: &str) -> Vec<u8> {
        let request = Request::parse(head);
        if let Some(busy) = self.busy.checked_sub(1) {
            self.busy = busy;
            return Failure::new("503 Slow Down", "SlowDown").into_response();
        }
        let result = match self.refusal {
            Some(code) => Err(Failure::new("403 Forbidden", code)),
            None => request.check_signature(),
        };
        result
            .and_then(|()| {
                let rest = request.path.strip_prefix('/').unwrap_or_default();
                match rest.split_once('/') {
                    Some((BUCKET, "")) => Ok(self.list(&request)),
                    Some((BUCKET, key)) => self.send(&request, key),
                    _ => Err(Failure::new("404 Not Found", "NoSuchBucket")),
                }
            })
            .unwrap_or_else(Failure::into_response)
    }

    fn list(&mut self, request: &Request<'_>) -> Vec<u8> {
        let prefix = request.query("prefix");
        self.requests.push(format!("LIST {prefix}"));
        let mut entries = BTreeSet::new();
        for key in self.objects.keys().filter(|key| key.starts_with(prefix)) {
            let rest = &key[prefix.len()..];
            let end = rest.find('/').filter(|_| request.query("delimiter") == "/");
            let end = end.map_or(key.len(), |end| prefix.len() + end + 1);
            entries.insert(key[..end].to_owned());
        }
        let after = request.query("continuation-token").to_owned();
        let mut page: Vec<&String> = entries.iter().filter(|entry| **entry > after).collect();
        let is_truncated = page.len() > self.page_size;
        page.truncate(self.page_size);
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListBucketResult \
             xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>{BUCKET}</Name>\
             <EncodingType>url</EncodingType><MaxKeys>1000</MaxKeys>\
             <IsTruncated>{is_truncated}</IsTruncated>"
        );
        if let Some(last) = page.last().filter(|_| is_truncated) {
            let _ = write!(xml, "<NextContinuationToken>{last}</NextContinuationToken>");
        }
        for entry in page {
            let name = utf8_percent_encode(entry, ESCAPED);
            let is_folder = entry.ends_with('/') && entry != prefix;
            let _ = match self.objects.get(entry).filter(|_| !is_folder) {
                Some(object) => write!(
                    xml,
                    "<Contents><Key>{name}</Key><LastModified>{}</LastModified><ETag>{}</ETag>\
                     <Size>{}</Size></Contents>",
                    object.modified_at,
                    object.etag.replace('"', "&quot;"),
                    object.body.len()
                ),
                None => write!(
                    xml,
                    "<CommonPrefixes><Prefix>{name}</Prefix></CommonPrefixes>"
                ),
            };
        }
        xml.push_str("</ListBucketResult>");
        crate::ok_response(xml)
    }

    fn send(&mut self, request: &Request<'_>, key: &str) -> Result<Vec<u8>, Failure> {
        let key = percent_decode_str(key).decode_utf8_lossy().into_owned();
        let range = request.header("range");
        let suffix = range.map(|range| format!(" {range}"));
        self.requests
            .push(format!("GET {key}{}", suffix.unwrap_or_default()));
        let object = self
            .objects
            .get(&key)
            .ok_or(Failure::new("404 Not Found", "NoSuchKey"))?;
        if request
            .header("if-match")
            .is_some_and(|etag| etag != object.etag)
        {
            return Err(Failure::new(
                "412 Precondition Failed",
                "PreconditionFailed",
            ));
        }
        let bounds = range.and_then(|range| {
            let (first, last) = range.strip_prefix("bytes=")?.split_once('-')?;
            Some(first.parse().ok()?..=last.parse().ok()?)
        });
        let (status, body) = match bounds.and_then(|bounds| object.body.get(bounds)) {
            Some(part) => ("206 Partial Content", part),
            None => ("200 OK", object.body.as_slice()),
        };
        let mut response = format!(
            "HTTP/1.1 {status}\r\netag: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            object.etag,
            body.len()
        )
        .into_bytes();
        let cut = self.cuts.get(&key).copied().filter(|_| range.is_none());
        response.extend_from_slice(&body[..cut.unwrap_or(body.len()).min(body.len())]);
        Ok(response)
    }
}

impl Failure {
    fn new(status: &'static str, code: &'static str) -> Self {
        Self {
            status,
            code,
            details: String::new(),
        }
    }

    fn into_response(self) -> Vec<u8> {
        let Self {
            status,
            code,
            details,
        } = self;
        let body = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>{code}</Code>{details}</Error>"
        );
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/xml\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes()
    }
}

fn escape(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

fn hmac(key: &[u8], text: &str) -> Vec<u8> {
    sign(&Key::new(HMAC_SHA256, key), text.as_bytes())
        .as_ref()
        .to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
