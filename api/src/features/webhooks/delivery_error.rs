//! Why an attempt to deliver failed: a code for programs and for texts in other languages, and a
//! text in English.

use outbound::OutboundError;
use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr};

/// Why an attempt to deliver an event or a message failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DeliveryErrorCode {
    /// The response had another status than 2xx.
    ErrorStatus,
    /// The URL is invalid.
    UrlInvalid,
    /// This installation requires `https://`.
    HttpsRequired,
    /// The host is in a private network.
    PrivateAddress,
    /// There was no connection.
    Unreachable,
    /// There was no response in time.
    TimedOut,
    /// The response was too large.
    ResponseTooLarge,
    /// The response was incomplete.
    ResponseIncomplete,
    /// The response was a redirect.
    Redirected,
    /// The secret cannot be decrypted.
    SecretUnreadable,
    /// The URL of the channel cannot be decrypted.
    UrlUnreadable,
    /// The signature cannot be made.
    NotSigned,
    /// The message could not be read from the database.
    MessageUnreadable,
    /// The message was deleted, or its owner no longer has the permission to see it.
    Withdrawn,
}

impl DeliveryErrorCode {
    /// The code of a stored name. None of one that a newer version stored.
    pub(super) fn from_stored(name: Option<&str>) -> Option<Self> {
        name?.parse().ok()
    }
}

/// Why an attempt to deliver failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeliveryError {
    pub(super) code: DeliveryErrorCode,
    /// The status, the seconds or the KiB that the text states.
    pub(super) value: Option<String>,
    /// In English.
    pub(super) text: String,
}

impl DeliveryError {
    pub(super) fn new(code: DeliveryErrorCode, text: &str) -> Self {
        Self {
            code,
            value: None,
            text: text.to_owned(),
        }
    }

    /// Another status than 2xx, with what the response says about it.
    pub(super) fn from_status(status: u16, detail: Option<String>) -> Self {
        let detail = detail.map_or(String::new(), |detail| format!(" ({detail})"));
        let value = format!("{status}{detail}");
        Self {
            code: DeliveryErrorCode::ErrorStatus,
            text: format!("The endpoint responded with status {value}."),
            value: Some(value),
        }
    }
}

impl From<OutboundError> for DeliveryError {
    fn from(error: OutboundError) -> Self {
        let text = format!("The endpoint {error}");
        let (code, value) = match error {
            OutboundError::InvalidUrl => (DeliveryErrorCode::UrlInvalid, None),
            OutboundError::HttpsRequired => (DeliveryErrorCode::HttpsRequired, None),
            OutboundError::PrivateAddress => (DeliveryErrorCode::PrivateAddress, None),
            OutboundError::Unreachable => (DeliveryErrorCode::Unreachable, None),
            OutboundError::TimedOut(seconds) => {
                (DeliveryErrorCode::TimedOut, Some(seconds.to_string()))
            }
            OutboundError::TooLarge(kibibytes) => (
                DeliveryErrorCode::ResponseTooLarge,
                Some(kibibytes.to_string()),
            ),
            OutboundError::Redirect
            | OutboundError::TooManyRedirects
            | OutboundError::InsecureRedirect => (DeliveryErrorCode::Redirected, None),
            OutboundError::Status(status) => return Self::from_status(status, None),
            OutboundError::Incomplete => (DeliveryErrorCode::ResponseIncomplete, None),
        };
        Self { code, value, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use localization::{Language, translate_delivery_error};
    use strum::IntoEnumIterator;

    #[test]
    fn each_error_has_a_text_in_each_language() {
        for language in Language::ALL {
            for code in DeliveryErrorCode::iter() {
                let text = translate_delivery_error(language, code.into_str(), "503", "English");
                assert_eq!(text == "English", language == Language::English, "{text}");
            }
        }
    }

    #[test]
    fn texts_state_the_value() {
        let slack = DeliveryError::from_status(404, Some("no_service".to_owned()));
        let text = "The endpoint responded with status 404 (no_service).";
        assert_eq!(slack.text, text);
        let late = DeliveryError::from(OutboundError::TimedOut(15));
        assert_eq!(late.text, "The endpoint did not answer within 15 seconds.");
        let german = translate_delivery_error(
            Language::German,
            late.code.into_str(),
            late.value.as_deref().unwrap_or_default(),
            &late.text,
        );
        assert!(german.contains("15"), "{german}");
    }
}
