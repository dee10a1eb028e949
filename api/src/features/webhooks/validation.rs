//! Checks what a person enters for a webhook.

use super::wire::WebhookInput;
use outbound::OutboundClient;
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
pub(super) struct InvalidWebhook(pub(super) Vec<(&'static str, String)>);

/// The settings, or all validation errors.
pub(super) fn validate_webhook(
    input: &WebhookInput,
    outbound: &OutboundClient,
) -> Result<WebhookSettings, InvalidWebhook> {
    let mut errors = Vec::new();
    let mut reject = |field, message: String| errors.push((field, message));
    let name = input.name.trim();
    if name.is_empty() || name.chars().count() > 120 || name.chars().any(char::is_control) {
        reject("name", "Enter a name with 1 to 120 characters.".to_owned());
    }
    let url = input.url.trim();
    if url.len() > MAX_URL_CHARS {
        reject(
            "url",
            format!("Enter a URL with at most {MAX_URL_CHARS} characters."),
        );
    } else {
        match outbound.parse_url(url) {
            Err(error) => reject("url", format!("The webhook {error}")),
            Ok(parsed) if !parsed.username().is_empty() || parsed.password().is_some() => reject(
                "url",
                "Enter a URL without a user and password. Verify the signature instead.".to_owned(),
            ),
            Ok(_) => {}
        }
    }
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
        reject("eventTypes", "Choose at least one event.".to_owned());
    }
    if !errors.is_empty() {
        return Err(InvalidWebhook(errors));
    }
    Ok(WebhookSettings {
        name: name.to_owned(),
        url: url.to_owned(),
        event_types,
        is_ordered: input.is_ordered,
        is_enabled: input.is_enabled,
    })
}
