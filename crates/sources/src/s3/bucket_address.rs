//! Validated address of a bucket. It is stored and shown without the secret access key.

use crate::SourceError;
use crate::endpoint::parse_endpoint;
use outbound::NetworkPolicy;
use reqwest::Url;
use rusty_s3::{Bucket, UrlStyle};
use serde::{Deserialize, Serialize};

/// A bucket, and the access key that reads it. Contains no secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct S3Address {
    /// The endpoint, if it is not that of AWS.
    pub endpoint: Option<String>,
    /// The region.
    pub region: String,
    /// The bucket.
    pub bucket: String,
    /// Where the files are in the bucket: empty, or ends with `/`.
    pub prefix: String,
    /// Whether the bucket is a part of the path, not of the host.
    pub path_style: bool,
    /// The access key ID.
    pub access_key_id: String,
}

/// A bucket as entered.
#[derive(Clone, Copy, Debug)]
pub struct S3Request<'a> {
    /// The endpoint. Default: AWS.
    pub endpoint: Option<&'a str>,
    /// The region. Default with an endpoint of another provider: `us-east-1`.
    pub region: Option<&'a str>,
    /// The bucket.
    pub bucket: &'a str,
    /// Where the files are in the bucket. Default: everywhere.
    pub prefix: Option<&'a str>,
    /// Whether the bucket is a part of the path. Default: with an endpoint, or with a dot in the
    /// bucket's name, which has no certificate as a host.
    pub path_style: Option<bool>,
    /// The access key ID.
    pub access_key_id: &'a str,
}

/// The region that other providers than AWS accept.
const DEFAULT_REGION: &str = "us-east-1";
const AWS_DOMAIN: &str = "amazonaws.com";
const MAX_PREFIX_BYTES: usize = 512;

impl S3Address {
    /// Validates a request. If only public networks are allowed, the endpoint must use HTTPS.
    pub fn from_request(
        request: S3Request<'_>,
        network: NetworkPolicy,
    ) -> Result<Self, SourceError> {
        let given = |text: Option<&str>| text.unwrap_or_default().trim().to_owned();
        let bucket = request.bucket.trim();
        if bucket.is_empty() {
            return Err(unusable("Enter the bucket that contains the files."));
        }
        if !is_bucket_name(bucket) {
            return Err(unusable(
                "The bucket name is not valid. Enter its name only, such as prairie-exports, \
                 without s3:// and folders.",
            ));
        }
        let endpoint = match given(request.endpoint) {
            text if text.is_empty() => None,
            text => Some(normalize_endpoint(&text, bucket, network)?),
        };
        let is_aws = endpoint.as_ref().is_none_or(is_aws_endpoint);
        let region = match given(request.region) {
            region if !region.is_empty() => region,
            _ if is_aws => {
                return Err(unusable(
                    "Enter the region of the bucket, such as eu-central-1.",
                ));
            }
            _ => DEFAULT_REGION.to_owned(),
        };
        if !is_region(&region) {
            return Err(unusable(
                "The region is not valid. Enter a region such as eu-central-1 or auto.",
            ));
        }
        let access_key_id = request.access_key_id.trim();
        if access_key_id.is_empty() {
            return Err(unusable("Enter the access key ID."));
        }
        if !is_key_text(access_key_id) {
            return Err(unusable(
                "The access key ID must consist of letters, digits and signs only.",
            ));
        }
        let address = Self {
            path_style: request
                .path_style
                .unwrap_or(endpoint.is_some() || bucket.contains('.')),
            endpoint: endpoint.map(String::from),
            region,
            bucket: bucket.to_owned(),
            prefix: normalize_prefix(&given(request.prefix))?,
            access_key_id: access_key_id.to_owned(),
        };
        address.open_bucket(network)?;
        Ok(address)
    }

    /// Whether a stored address has the same files. Regions, styles and keys do not matter.
    pub fn has_same_files(&self, stored: &Self) -> bool {
        (&self.endpoint, &self.bucket, &self.prefix)
            == (&stored.endpoint, &stored.bucket, &stored.prefix)
    }

    /// The server, for messages.
    pub(super) fn host(&self) -> String {
        let endpoint = self.endpoint.as_deref().map(Url::parse);
        match endpoint {
            Some(Ok(url)) => url.host_str().unwrap_or_default().to_owned(),
            _ => format!("s3.{}.{AWS_DOMAIN}", self.region),
        }
    }

    /// The bucket for requests. The network policy may have changed since the address was stored.
    pub(super) fn open_bucket(&self, network: NetworkPolicy) -> Result<Bucket, SourceError> {
        let endpoint = match &self.endpoint {
            Some(endpoint) => endpoint.clone(),
            None if self.region.starts_with("cn-") => {
                format!("https://s3.{}.{AWS_DOMAIN}.cn/", self.region)
            }
            None => format!("https://s3.{}.{AWS_DOMAIN}/", self.region),
        };
        let endpoint = check_endpoint(&endpoint, network)?;
        let style = if self.path_style {
            UrlStyle::Path
        } else {
            UrlStyle::VirtualHost
        };
        Bucket::new(endpoint, style, self.bucket.clone(), self.region.clone()).map_err(|_| {
            unusable("The bucket name cannot be a part of the host. Turn on path-style addresses.")
        })
    }
}

/// Checks a secret access key as entered.
pub fn check_secret_access_key(text: &str) -> Result<&str, SourceError> {
    let secret = text.trim();
    if secret.is_empty() {
        return Err(unusable("Enter the secret access key."));
    }
    if !is_key_text(secret) {
        return Err(unusable(
            "The secret access key must consist of letters, digits and signs only.",
        ));
    }
    Ok(secret)
}

fn unusable(message: &str) -> SourceError {
    SourceError::Unusable(message.to_owned())
}

fn check_endpoint(text: &str, network: NetworkPolicy) -> Result<Url, SourceError> {
    parse_endpoint(text, network)
        .map_err(|error| SourceError::Unusable(format!("The endpoint {error}")))
}

/// The endpoint without the bucket, which Cloudflare shows at its end.
fn normalize_endpoint(
    text: &str,
    bucket: &str,
    network: NetworkPolicy,
) -> Result<Url, SourceError> {
    let mut url = check_endpoint(text, network)?;
    let path = url.path().trim_end_matches('/');
    let path = path
        .strip_suffix(bucket)
        .filter(|before| before.ends_with('/'))
        .unwrap_or(path)
        .to_owned();
    url.set_path(path.trim_end_matches('/'));
    Ok(url)
}

fn is_aws_endpoint(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    host.ends_with(AWS_DOMAIN) || host.ends_with("amazonaws.com.cn")
}

/// A prefix as a folder: without a slash at its start, with one at its end.
fn normalize_prefix(text: &str) -> Result<String, SourceError> {
    let prefix = text.trim_matches('/');
    if prefix.is_empty() {
        return Ok(String::new());
    }
    // A URL cannot have such parts in its path.
    let is_folder = |part: &str| !matches!(part, "" | "." | "..");
    if prefix.len() > MAX_PREFIX_BYTES
        || prefix.contains(char::is_control)
        || !prefix.split('/').all(is_folder)
    {
        return Err(unusable(
            "The prefix is not valid. Enter the folder in the bucket, such as erp/exports.",
        ));
    }
    Ok(format!("{prefix}/"))
}

fn is_bucket_name(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    (3..=222).contains(&text.len())
        && text.bytes().all(is_allowed)
        && !text.starts_with('.')
        && !text.contains("..")
}

fn is_region(text: &str) -> bool {
    text.len() <= 64
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_key_text(text: &str) -> bool {
    text.len() <= 256 && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: S3Request<'_> = S3Request {
        endpoint: None,
        region: Some(" eu-central-1 "),
        bucket: " prairie ",
        prefix: None,
        path_style: None,
        access_key_id: "AKIA1",
    };

    fn bucket_url(request: S3Request<'_>) -> String {
        let network = NetworkPolicy::WITH_PRIVATE;
        let address = S3Address::from_request(request, network).unwrap();
        address.open_bucket(network).unwrap().base_url().to_string()
    }

    #[test]
    fn an_address_leads_to_the_bucket() {
        let minio = S3Request {
            endpoint: Some("http://minio:9000"),
            region: None,
            ..REQUEST
        };
        for (request, url) in [
            (REQUEST, "https://prairie.s3.eu-central-1.amazonaws.com/"),
            (
                S3Request {
                    region: Some("cn-north-1"),
                    ..REQUEST
                },
                "https://prairie.s3.cn-north-1.amazonaws.com.cn/",
            ),
            (
                S3Request {
                    bucket: "prairie.exports",
                    ..REQUEST
                },
                "https://s3.eu-central-1.amazonaws.com/prairie.exports/",
            ),
            (minio, "http://minio:9000/prairie/"),
            (
                S3Request {
                    endpoint: Some("https://1a2b.r2.cloudflarestorage.com/prairie"),
                    ..minio
                },
                "https://1a2b.r2.cloudflarestorage.com/prairie/",
            ),
            (
                S3Request {
                    endpoint: Some("https://storage.googleapis.com/"),
                    path_style: Some(false),
                    ..minio
                },
                "https://prairie.storage.googleapis.com/",
            ),
        ] {
            assert_eq!(bucket_url(request), url);
        }
        let address = S3Address::from_request(minio, NetworkPolicy::WITH_PRIVATE).unwrap();
        assert_eq!(address.region, "us-east-1");
        for (prefix, normalized) in [("", ""), ("/", ""), ("erp", "erp/"), ("/erp/x/", "erp/x/")] {
            assert_eq!(normalize_prefix(prefix).unwrap(), normalized);
        }
    }

    #[test]
    fn an_invalid_address_says_what_to_enter() {
        let refused = [
            (
                S3Request {
                    bucket: " ",
                    ..REQUEST
                },
                "Enter the bucket",
            ),
            (
                S3Request {
                    bucket: "s3://prairie/erp",
                    ..REQUEST
                },
                "Enter its name only",
            ),
            (
                S3Request {
                    region: None,
                    ..REQUEST
                },
                "Enter the region of the bucket",
            ),
            (
                S3Request {
                    region: Some("eu central"),
                    ..REQUEST
                },
                "The region is not valid",
            ),
            (
                S3Request {
                    endpoint: Some("https://s3.eu-west-1.amazonaws.com"),
                    region: None,
                    ..REQUEST
                },
                "Enter the region of the bucket",
            ),
            (
                S3Request {
                    endpoint: Some("http://files.example"),
                    ..REQUEST
                },
                "The endpoint has a URL without https://",
            ),
            (
                S3Request {
                    endpoint: Some("https://10.0.0.1"),
                    ..REQUEST
                },
                "The endpoint has an address in a private network",
            ),
            (
                S3Request {
                    endpoint: Some("https://u:p@files.example"),
                    ..REQUEST
                },
                "more than a server and a path",
            ),
            (
                S3Request {
                    prefix: Some("erp/../x"),
                    ..REQUEST
                },
                "The prefix is not valid",
            ),
            (
                S3Request {
                    access_key_id: "",
                    ..REQUEST
                },
                "Enter the access key ID",
            ),
            (
                S3Request {
                    bucket: "Prairie",
                    path_style: Some(false),
                    ..REQUEST
                },
                "Turn on path-style addresses",
            ),
        ];
        for (request, words) in refused {
            let error = S3Address::from_request(request, NetworkPolicy::PUBLIC_ONLY).unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
        }
        assert!(check_secret_access_key(" ").is_err());
        assert!(check_secret_access_key("a b").is_err());
        assert_eq!(check_secret_access_key(" a/b+ "), Ok("a/b+"));
    }
}
