//! Checks what a person enters for a webhook.

use super::channel_wire::MessageChannelInput;
use super::wire::WebhookInput;
use crate::http::{ErrorDetail, ErrorDetailCode};
use outbound::OutboundClient;
use reqwest::Url;
use webhooks::EventType;

/// The maximum length of a URL.
pub(super) const MAX_URL_CHARS: usize = 2_000;

/// Valid settings of a webhook.
pub(super) struct WebhookSettings {
    pub(super) name: String,
    pub(super) url: String,
    pub(super) event_types: Vec<EventType>,
    pub(super) is_ordered: bool,
    pub(super) is_enabled: bool,
}

impl WebhookSettings {
    /// The column of event types.
    pub(super) fn event_names(&self) -> String {
        let names: Vec<&str> = self.event_types.iter().map(|event| event.name()).collect();
        names.join(" ")
    }
}

/// The values that are wrong, each with its field and what to do.
pub(super) struct InvalidWebhook(pub(super) Vec<ErrorDetail>);

/// The settings, or all validation errors.
pub(super) fn validate_webhook(
    input: &WebhookInput,
    outbound: &OutboundClient,
) -> Result<WebhookSettings, InvalidWebhook> {
    let mut errors = Vec::new();
    let name = check_name(&input.name, &mut errors);
    let url = input.url.trim();
    check_url(url, outbound, "webhook", &mut errors);
    let event_types: Vec<EventType> = EventType::ALL
        .iter()
        .copied()
        .filter(|event| {
            input
                .event_types
                .iter()
                .any(|wanted| EventType::from(*wanted) == *event)
        })
        .collect();
    if event_types.is_empty() {
        let message = "Choose at least one event.";
        errors
            .push(ErrorDetail::new("eventTypes", ErrorDetailCode::ListLength, message).at_least(1));
    }
    if !errors.is_empty() {
        return Err(InvalidWebhook(errors));
    }
    Ok(WebhookSettings {
        name,
        url: url.to_owned(),
        event_types,
        is_ordered: input.is_ordered,
        is_enabled: input.is_enabled,
    })
}

/// The name and URL of a channel, or all validation errors.
pub(super) fn validate_channel(
    input: &MessageChannelInput,
    outbound: &OutboundClient,
) -> Result<(String, Url), InvalidWebhook> {
    let mut errors = Vec::new();
    let name = check_name(&input.name, &mut errors);
    let url = check_url(input.url.trim(), outbound, "channel", &mut errors);
    // The URL is a secret. Only receivers at an address of an allowed network may lack TLS.
    if let Some(url) = &url
        && url.scheme() != "https"
        && url.domain().is_some()
    {
        let message = "Enter a URL that begins with https://.";
        errors.push(ErrorDetail::new(
            "url",
            ErrorDetailCode::UrlWithoutTls,
            message,
        ));
    }
    match url {
        Some(url) if errors.is_empty() => Ok((name, url)),
        _ => Err(InvalidWebhook(errors)),
    }
}

fn check_name(name: &str, errors: &mut Vec<ErrorDetail>) -> String {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 120 || name.chars().any(char::is_control) {
        let message = "Enter a name with 1 to 120 characters.";
        errors.push(ErrorDetail::text_length("name", 1, 120, message));
    }
    name.to_owned()
}

/// The URL, if the installation may call it.
fn check_url(
    url: &str,
    outbound: &OutboundClient,
    noun: &str,
    errors: &mut Vec<ErrorDetail>,
) -> Option<Url> {
    if url.len() > MAX_URL_CHARS {
        let message = format!("Enter a URL with at most {MAX_URL_CHARS} characters.");
        errors.push(
            ErrorDetail::new("url", ErrorDetailCode::TextLength, message).at_most(MAX_URL_CHARS),
        );
        return None;
    }
    match outbound.parse_url(url) {
        Ok(parsed) if parsed.username().is_empty() && parsed.password().is_none() => {
            return Some(parsed);
        }
        Ok(_) => errors.push(ErrorDetail::new(
            "url",
            ErrorDetailCode::UrlWithCredentials,
            "Enter a URL without a user and password.",
        )),
        Err(error) => {
            let message = format!("The {noun} {error}");
            errors.push(ErrorDetail::new("url", ErrorDetailCode::Url, message));
        }
    }
    None
}
