//! Signed requests to a bucket: lists of objects, and their bytes.

use super::bucket_address::S3Address;
use super::error::{Refusal, RequestTarget, S3Error};
use super::listing::{Listing, StoredObject, parse_page};
use crate::SourceError;
use crate::download_storage::storage_error;
use crate::http_client::open_client;
use bytes::Bytes;
use clock_and_entropy::clock::Clock;
use jiff::Timestamp;
use outbound::{
    CallLimits, NetworkPolicy, OutboundClient, OutboundError, OutboundRequest, ResponseStream,
};
use reqwest::{StatusCode, Url};
use rusty_s3::{Bucket, Credentials, S3Action};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// How long a signature is valid, as long as AWS lets clocks differ.
const SIGNATURE_LIFE: Duration = Duration::from_mins(15);
/// The maximum time of a list or of a part of an object.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);
/// The maximum time of a download.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_mins(30);
/// The maximum time without any progress.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Objects of a page, the maximum of AWS.
const PAGE_OBJECTS: usize = 1_000;
/// Pages of a list.
const MAX_PAGES: usize = 20;
/// A page of keys with 1,024 bytes, each escaped, and what surrounds them.
const MAX_PAGE_BYTES: usize = 8 * 1024 * 1024;
const MAX_ERROR_BYTES: usize = 64 * 1024;
/// How long a storage that is busy is left alone before it is asked again.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(1)];
const REGION_HEADER: &str = "x-amz-bucket-region";

/// Reads a bucket with an access key.
pub(super) struct BucketClient {
    address: S3Address,
    bucket: Bucket,
    credentials: Credentials,
    outbound: OutboundClient,
    clock: Clock,
}

impl BucketClient {
    pub(super) fn new(
        address: S3Address,
        secret_access_key: &str,
        network: NetworkPolicy,
        clock: Clock,
    ) -> Result<Self, SourceError> {
        let outbound = open_client(network)?;
        Ok(Self {
            bucket: address.open_bucket(network)?,
            credentials: Credentials::new(&address.access_key_id, secret_access_key),
            address,
            outbound,
            clock,
        })
    }

    pub(super) fn address(&self) -> &S3Address {
        &self.address
    }

    /// The objects whose names begin with `name_prefix`, and the folders, without what is in these.
    pub(super) async fn list_objects(&self, name_prefix: &str) -> Result<Listing, SourceError> {
        self.list_pages(name_prefix)
            .await
            .map_err(|error| error.describe(&self.address, RequestTarget::Bucket))
    }

    async fn list_pages(&self, name_prefix: &str) -> Result<Listing, S3Error> {
        let mut listing = Listing::default();
        let mut token: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let mut action = self.bucket.list_objects_v2(Some(&self.credentials));
            action.with_prefix(format!("{}{name_prefix}", self.address.prefix));
            action.with_delimiter("/");
            action.with_max_keys(PAGE_OBJECTS);
            if let Some(token) = token.take() {
                action.with_continuation_token(token);
            }
            let url = action.sign_with_time(SIGNATURE_LIFE, &self.timestamp());
            let limits = CallLimits {
                timeout: REQUEST_TIMEOUT,
                max_bytes: MAX_PAGE_BYTES,
            };
            let response = self.open_response(&url, &[], limits).await?;
            let body = response.read_body(MAX_PAGE_BYTES).await?;
            let text = std::str::from_utf8(&body).map_err(|_| S3Error::NotListing)?;
            token = parse_page(text, &self.address.prefix, &mut listing)?;
            if token.is_none() {
                return Ok(listing);
            }
        }
        Err(S3Error::TooManyObjects)
    }

    /// A part of an object, in the listed version.
    pub(super) async fn read_range(
        &self,
        object: &StoredObject,
        range: Range<u64>,
    ) -> Result<Bytes, SourceError> {
        self.try_read_range(object, range)
            .await
            .map_err(|error| error.describe(&self.address, RequestTarget::Object(&object.name)))
    }

    async fn try_read_range(
        &self,
        object: &StoredObject,
        range: Range<u64>,
    ) -> Result<Bytes, S3Error> {
        let length = usize::try_from(range.end - range.start).map_err(|_| S3Error::OtherContent)?;
        let limits = CallLimits {
            timeout: REQUEST_TIMEOUT,
            max_bytes: length,
        };
        let header = format!("bytes={}-{}", range.start, range.end.saturating_sub(1));
        let is_whole = range == (0..object.bytes);
        let response = self
            .open_object(object, (!is_whole).then_some(header.as_str()), limits)
            .await?;
        let body = response.read_body(length).await?;
        if body.len() != length {
            return Err(S3Error::OtherContent);
        }
        Ok(body)
    }

    /// Downloads an object to `path`, in the listed version.
    pub(super) async fn download(
        &self,
        object: &StoredObject,
        path: &Path,
    ) -> Result<(), SourceError> {
        let fail =
            |error: S3Error| error.describe(&self.address, RequestTarget::Object(&object.name));
        let limits = CallLimits {
            timeout: DOWNLOAD_TIMEOUT,
            max_bytes: usize::try_from(object.bytes).unwrap_or(usize::MAX),
        };
        let response = self.open_object(object, None, limits).await;
        let mut response = response.map_err(fail)?;
        let mut file = File::create(path)
            .await
            .map_err(|error| storage_error(&error))?;
        let mut received = 0;
        while let Some(chunk) = response
            .next_chunk()
            .await
            .map_err(|error| fail(error.into()))?
        {
            received += chunk.len() as u64;
            file.write_all(&chunk)
                .await
                .map_err(|error| storage_error(&error))?;
        }
        file.flush().await.map_err(|error| storage_error(&error))?;
        // Without a length in its head, a response that is cut off looks complete.
        if received != object.bytes {
            return Err(fail(OutboundError::Incomplete.into()));
        }
        Ok(())
    }

    /// Opens an object or, with a `Range` header, a part of it. Fails if it is not the listed
    /// version.
    async fn open_object(
        &self,
        object: &StoredObject,
        range: Option<&str>,
        limits: CallLimits,
    ) -> Result<ResponseStream, S3Error> {
        let key = format!("{}{}", self.address.prefix, object.name);
        let action = self.bucket.get_object(Some(&self.credentials), &key);
        let url = action.sign_with_time(SIGNATURE_LIFE, &self.timestamp());
        let tag = object.etag.as_ref().map(|tag| format!("\"{tag}\""));
        let headers: Vec<(&str, &str)> = [("range", range), ("if-match", tag.as_deref())]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        let response = self.open_response(&url, &headers, limits).await?;
        let expected = if range.is_some() {
            StatusCode::PARTIAL_CONTENT
        } else {
            StatusCode::OK
        };
        let is_version = match (&object.etag, response.etag()) {
            (Some(listed), Some(sent)) => listed == sent.trim_start_matches("W/").trim_matches('"'),
            _ => true,
        };
        if response.status() != expected || !is_version {
            return Err(S3Error::OtherContent);
        }
        Ok(response)
    }

    /// Sends a signed request, again if the storage is busy. Any status other than success is an
    /// error.
    async fn open_response(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        limits: CallLimits,
    ) -> Result<ResponseStream, S3Error> {
        for delay in RETRY_DELAYS {
            match self.send_once(url, headers, limits).await {
                Err(S3Error::Refused(refusal)) if refusal.is_busy() => {
                    tokio::time::sleep(delay).await;
                }
                result => return result,
            }
        }
        self.send_once(url, headers, limits).await
    }

    async fn send_once(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        limits: CallLimits,
    ) -> Result<ResponseStream, S3Error> {
        let request = OutboundRequest {
            url,
            bearer: None,
            headers,
            body: None,
            idle_timeout: IDLE_TIMEOUT,
        };
        let response = self.outbound.open_response(request, limits).await?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let region = response.header(REGION_HEADER).map(str::to_owned);
        // The status alone says enough if the rest is not readable.
        let body = response.read_body(MAX_ERROR_BYTES).await;
        let body = body.unwrap_or_default();
        Err(S3Error::Refused(Refusal::parse(
            status.as_u16(),
            &body,
            region.as_deref(),
        )))
    }

    fn timestamp(&self) -> Timestamp {
        Timestamp::from_second(self.clock.now().timestamp()).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
