//! Errors of object storage, and what to do about them.

use super::bucket_address::S3Address;
use crate::SourceError;
use outbound::OutboundError;

/// Codes and regions are short words. Others are not shown.
const MAX_TOKEN_BYTES: usize = 64;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum S3Error {
    /// There is no complete response.
    Outbound(OutboundError),
    /// The storage refuses the request.
    Refused(Refusal),
    /// The response is not a list of objects.
    NotListing,
    /// There are more objects than are listed.
    TooManyObjects,
    /// The response is not the part or the version of the object that was requested.
    OtherContent,
}

/// An error response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Refusal {
    status: u16,
    /// Empty if the response has none.
    code: String,
    message: String,
    /// The region of the bucket, if the response names it.
    region: Option<String>,
}

impl From<OutboundError> for S3Error {
    fn from(error: OutboundError) -> Self {
        Self::Outbound(error)
    }
}

/// What a request was about.
#[derive(Clone, Copy, Debug)]
pub(super) enum RequestTarget<'a> {
    /// The list of objects.
    Bucket,
    /// An object, with its name relative to the source.
    Object(&'a str),
}

/// What an error response means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    UnknownKey,
    WrongSecret,
    Denied,
    NoBucket,
    WrongRegion,
    Clock,
    Vanished,
    Changed,
    Archived,
    Busy,
    Other,
}

impl Refusal {
    /// Reads an error response. `region_header` is the header `x-amz-bucket-region`.
    pub(super) fn parse(status: u16, body: &[u8], region_header: Option<&str>) -> Self {
        let text = String::from_utf8_lossy(body);
        let token = |value: Option<&str>| {
            let value = value.map(str::trim).unwrap_or_default();
            let is_token = value
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
            (is_token && value.len() <= MAX_TOKEN_BYTES).then(|| value.to_owned())
        };
        let message = find_element(&text, "Message").unwrap_or_default();
        let region = region_header
            .or_else(|| find_element(&text, "Region"))
            .or_else(|| find_expected_region(message));
        Self {
            status,
            code: token(find_element(&text, "Code")).unwrap_or_default(),
            region: token(region).filter(|region| !region.is_empty()),
            message: message.to_owned(),
        }
    }

    /// Whether the same request may succeed later.
    pub(super) fn is_busy(&self) -> bool {
        self.cause() == Cause::Busy
    }

    fn cause(&self) -> Cause {
        match self.code.as_str() {
            "InvalidAccessKeyId" | "InvalidSecurity" | "InvalidToken" | "Unauthorized" => {
                Cause::UnknownKey
            }
            "SignatureDoesNotMatch" => Cause::WrongSecret,
            "RequestTimeTooSkewed" | "RequestExpired" | "ExpiredRequest" => Cause::Clock,
            // How a signature in the URL is refused by its time.
            "AccessDenied" if self.message.contains("expired") => Cause::Clock,
            "AccessDenied" if self.message.contains("not yet valid") => Cause::Clock,
            "AccessDenied" | "AllAccessDisabled" => Cause::Denied,
            "NoSuchBucket" => Cause::NoBucket,
            "PermanentRedirect"
            | "TemporaryRedirect"
            | "AuthorizationHeaderMalformed"
            | "InvalidRegion"
            | "IllegalLocationConstraintException" => Cause::WrongRegion,
            "AuthorizationQueryParametersError" if self.region.is_some() => Cause::WrongRegion,
            "NoSuchKey" => Cause::Vanished,
            "PreconditionFailed" => Cause::Changed,
            "InvalidObjectState" => Cause::Archived,
            "SlowDown" | "ServiceUnavailable" | "InternalError" | "RequestTimeout" => Cause::Busy,
            _ => match self.status {
                301 | 302 | 307 | 308 => Cause::WrongRegion,
                401 => Cause::UnknownKey,
                403 => Cause::Denied,
                412 => Cause::Changed,
                429 | 500.. => Cause::Busy,
                _ => Cause::Other,
            },
        }
    }

    /// The status and, if the response has one, the code.
    fn describe_status(&self) -> String {
        match self.code.as_str() {
            "" => format!("status {}", self.status),
            code => format!("status {}, {code}", self.status),
        }
    }
}

/// The text of the first element with this name. Names and texts of error responses are plain
/// words.
fn find_element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    Some(text)
}

/// The region in messages such as `the region 'us-east-1' is wrong; expecting 'eu-west-1'`.
fn find_expected_region(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("expecting ")?;
    rest.split(['\'', '"'])
        .nth(1)
        .or_else(|| rest.split("&apos;").nth(1))
}

impl S3Error {
    /// The error as a message for users.
    pub(super) fn describe(&self, address: &S3Address, target: RequestTarget<'_>) -> SourceError {
        let (host, bucket) = (address.host(), &address.bucket);
        let subject = match target {
            RequestTarget::Bucket => format!("The storage {host}"),
            RequestTarget::Object(name) => format!("{name}: the storage {host}"),
        };
        match self {
            Self::Outbound(
                error @ (OutboundError::Unreachable
                | OutboundError::TimedOut(_)
                | OutboundError::Incomplete),
            ) => {
                let advice = match target {
                    RequestTarget::Bucket => "Check the endpoint and the region, or try again.",
                    RequestTarget::Object(_) => "Try again.",
                };
                SourceError::Unreachable(format!("{subject} {error} {advice}"))
            }
            Self::Outbound(error) => SourceError::Unusable(format!("{subject} {error}")),
            Self::Refused(refusal) => refusal.describe(address, target, &subject),
            Self::NotListing => SourceError::Unusable(format!(
                "{subject} did not send a list of objects. Check that the endpoint is that of an \
                 S3 API."
            )),
            Self::TooManyObjects => SourceError::Unusable(format!(
                "The bucket {bucket} has too many objects to list. Move the files of the tables \
                 to a folder of their own and enter it as the prefix."
            )),
            Self::OtherContent => SourceError::Unusable(format!(
                "{subject} sent something else than was requested. Sync again after the file is \
                 written."
            )),
        }
    }
}

impl Refusal {
    fn describe(
        &self,
        address: &S3Address,
        target: RequestTarget<'_>,
        subject: &str,
    ) -> SourceError {
        let S3Address {
            bucket,
            region,
            access_key_id,
            ..
        } = address;
        let cause = self.cause();
        let message = match (cause, target) {
            (Cause::UnknownKey, _) => format!(
                "{subject} does not accept the access key ID {access_key_id}. Check it, or create \
                 a new access key."
            ),
            (Cause::WrongSecret, _) => format!(
                "{subject} refuses the signature. Enter the secret access key of the access key \
                 ID {access_key_id} again."
            ),
            (Cause::Denied, RequestTarget::Bucket) => format!(
                "The access key {access_key_id} may not list the bucket {bucket}. Grant it \
                 s3:ListBucket and s3:GetObject."
            ),
            (Cause::Denied, RequestTarget::Object(name)) => format!(
                "The access key {access_key_id} may not read {name}. Grant it s3:GetObject."
            ),
            (Cause::NoBucket, _) => format!(
                "{subject} has no bucket {bucket}. Check the bucket, the endpoint and the region."
            ),
            (Cause::WrongRegion, _) => match &self.region {
                Some(actual) => format!(
                    "The bucket {bucket} is in the region {actual}, not in {region}. Enter \
                     {actual} as the region."
                ),
                None => format!(
                    "The bucket {bucket} is not at this endpoint in the region {region} ({}). \
                     Check the endpoint and the region.",
                    self.describe_status()
                ),
            },
            (Cause::Clock, _) => format!(
                "{subject} refuses the time of the request: the clock of this server is wrong. Its \
                 operator must set it, for example with NTP."
            ),
            (Cause::Vanished, RequestTarget::Object(name)) => {
                format!("{name} was removed while it was being read. Sync again.")
            }
            (Cause::Changed, RequestTarget::Object(name)) => {
                format!("{name} changed while it was being read. Sync again after it is written.")
            }
            (Cause::Archived, RequestTarget::Object(name)) => {
                format!("{name} is archived. Restore it, or move it to another storage class.")
            }
            (Cause::Busy, _) => {
                return SourceError::Unreachable(format!(
                    "{subject} cannot answer ({}). Try again.",
                    self.describe_status()
                ));
            }
            _ => format!(
                "{subject} refuses the request ({}). Check the endpoint, the region and the bucket.",
                self.describe_status()
            ),
        };
        SourceError::Unusable(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(
        status: u16,
        body: &str,
        header: Option<&str>,
        target: RequestTarget<'_>,
    ) -> String {
        let address = S3Address {
            endpoint: Some("https://s3.example".to_owned()),
            region: "us-east-1".to_owned(),
            bucket: "prairie".to_owned(),
            prefix: String::new(),
            path_style: true,
            access_key_id: "AKIA1".to_owned(),
        };
        let refusal = Refusal::parse(status, body.as_bytes(), header);
        S3Error::Refused(refusal)
            .describe(&address, target)
            .to_string()
    }

    #[test]
    fn every_refusal_says_what_to_do() {
        let object = RequestTarget::Object("price_lists.csv");
        let coded =
            |code: &str| format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
        for (status, code, target, words) in [
            (
                403,
                "InvalidAccessKeyId",
                RequestTarget::Bucket,
                "does not accept the access key ID AKIA1",
            ),
            (
                401,
                "Unauthorized",
                RequestTarget::Bucket,
                "does not accept the access key ID AKIA1",
            ),
            (
                403,
                "SignatureDoesNotMatch",
                RequestTarget::Bucket,
                "Enter the secret access key",
            ),
            (
                403,
                "AccessDenied",
                RequestTarget::Bucket,
                "may not list the bucket prairie. Grant it s3:ListBucket",
            ),
            (
                403,
                "AccessDenied",
                object,
                "may not read price_lists.csv. Grant it s3:GetObject",
            ),
            (
                404,
                "NoSuchBucket",
                RequestTarget::Bucket,
                "The storage s3.example has no bucket prairie",
            ),
            (
                403,
                "RequestTimeTooSkewed",
                RequestTarget::Bucket,
                "the clock of this server is wrong",
            ),
            (
                404,
                "NoSuchKey",
                object,
                "price_lists.csv was removed while it was being read",
            ),
            (
                412,
                "PreconditionFailed",
                object,
                "price_lists.csv changed while it was being read",
            ),
            (
                403,
                "InvalidObjectState",
                object,
                "price_lists.csv is archived",
            ),
            (
                503,
                "SlowDown",
                object,
                "cannot answer (status 503, SlowDown). Try again.",
            ),
            (
                400,
                "InvalidArgument",
                RequestTarget::Bucket,
                "refuses the request (status 400, InvalidArgument)",
            ),
        ] {
            let message = describe(status, &coded(code), None, target);
            assert!(message.contains(words), "{code}: {message}");
        }
        for (message, words) in [
            ("Request has expired", "the clock of this server is wrong"),
            (
                "Request is not yet valid",
                "the clock of this server is wrong",
            ),
        ] {
            let body =
                format!("<Error><Code>AccessDenied</Code><Message>{message}</Message></Error>");
            let message = describe(403, &body, None, RequestTarget::Bucket);
            assert!(message.contains(words), "{message}");
        }
        let html = describe(
            400,
            "<html><Code><b>x</b></Code>",
            None,
            RequestTarget::Bucket,
        );
        assert!(html.contains("(status 400)"), "{html}");
    }

    #[test]
    fn a_wrong_region_names_the_right_one() {
        let region =
            "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>";
        let query = "<Error><Code>AuthorizationQueryParametersError</Code><Message>Error parsing the \
            X-Amz-Credential parameter; the region 'us-east-1' is wrong; expecting \
            'eu-west-1'</Message></Error>";
        let redirect = "<Error><Code>PermanentRedirect</Code></Error>";
        for (status, body, header) in [
            (400, region, None),
            (400, query, None),
            (301, redirect, Some("eu-west-1")),
            (301, "", Some("eu-west-1")),
        ] {
            assert_eq!(
                describe(status, body, header, RequestTarget::Bucket),
                "The bucket prairie is in the region eu-west-1, not in us-east-1. Enter eu-west-1 \
                 as the region."
            );
        }
        let unknown = describe(301, redirect, Some("<script>"), RequestTarget::Bucket);
        assert!(
            unknown.contains("Check the endpoint and the region."),
            "{unknown}"
        );
    }
}
