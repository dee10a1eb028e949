//! The texts of events in the language and time zone of a reader.

use super::event::{
    EndpointError, FailureReason, NotificationEvent, ObservedSubject, OrderApproval,
};
use chrono::{DateTime, Utc};
use localization::{Language, Locale, fill_text, translate_delivery_error, translate_sync_message};

/// The maximum length of a body.
const MAX_BODY_CHARS: usize = 1_000;

impl NotificationEvent {
    /// What happened, in one line.
    pub(super) fn title(&self, language: Language) -> String {
        let texts = language.texts();
        match self {
            Self::Text { title, .. } => title.clone(),
            Self::Failure { subject, .. } => subject.title(language, true),
            Self::Recovery { subject, .. } => subject.title(language, false),
            Self::Alert(message) => message.title(language),
            Self::OrderNotSent { recipient, .. } => {
                fill_text(texts.order_not_sent_title, &[("recipient", recipient)])
            }
            Self::ApprovalRequested(order) => order.title(language, texts.approval_title),
            Self::OrderApproved(order) => order.title(language, texts.order_approved_title),
            Self::ReportNotSent { report, .. } => {
                fill_text(texts.report_not_sent_title, &[("report", report)])
            }
        }
    }

    /// The reason or the figures.
    pub(super) fn body(&self, locale: Locale) -> String {
        let language = locale.language;
        let texts = language.texts();
        let body = match self {
            Self::Text { body, .. } => body.clone(),
            Self::Failure { subject, reason } => reason.describe(subject, language),
            Self::Recovery {
                subject,
                failed_at,
                recovered_at,
            } => subject.describe_recovery(locale, *failed_at, *recovered_at),
            Self::Alert(message) => message.body(language),
            Self::OrderNotSent { reason, .. } => reason.clone(),
            Self::ApprovalRequested(order) => order.describe(language, texts.approval_request),
            Self::OrderApproved(order) => order.describe(language, texts.order_approved),
            Self::ReportNotSent {
                recipient, reason, ..
            } => fill_text(
                texts.report_not_sent,
                &[("recipient", recipient), ("reason", reason)],
            ),
        };
        truncate_text(&body)
    }
}

impl ObservedSubject {
    fn title(&self, language: Language, is_failing: bool) -> String {
        let texts = language.texts();
        let choose = |failing, recovered| if is_failing { failing } else { recovered };
        match self {
            Self::DataSync => {
                choose(texts.sync_failed_title, texts.sync_recovered_title).to_owned()
            }
            Self::Table { name } => fill_text(
                choose(texts.table_failed_title, texts.table_recovered_title),
                &[("table", name)],
            ),
            Self::RejectedRows { table } => fill_text(
                choose(texts.rejects_title, texts.no_rejects_title),
                &[("table", table)],
            ),
            Self::Webhook { name } => fill_text(texts.webhook_title, &[("name", name)]),
            Self::Channel { name } => fill_text(texts.channel_title, &[("name", name)]),
        }
    }

    /// `It had failed since 14 June 2026 at 10:00 (America/Chicago), for 2 days and 3 hours.`
    fn describe_recovery(
        &self,
        locale: Locale,
        failed_at: DateTime<Utc>,
        recovered_at: DateTime<Utc>,
    ) -> String {
        let texts = locale.language.texts();
        let template = match self {
            Self::DataSync | Self::Table { .. } => texts.had_failed,
            Self::RejectedRows { .. } => texts.had_rejected,
            Self::Webhook { .. } | Self::Channel { .. } => texts.was_disabled,
        };
        let since = locale.format_moment(failed_at);
        let duration = locale.language.format_duration(recovered_at - failed_at);
        fill_text(template, &[("since", &since), ("duration", &duration)])
    }
}

impl FailureReason {
    fn describe(&self, subject: &ObservedSubject, language: Language) -> String {
        let texts = language.texts();
        let is_channel = matches!(subject, ObservedSubject::Channel { .. });
        match self {
            Self::Message { text, code } => {
                translate_sync_message(language, code.as_deref().unwrap_or_default(), text)
            }
            Self::RowsRejected { rejected, rows } => {
                let [rejected, rows] =
                    [rejected, rows].map(|count| language.format_decimal(&count.to_string()));
                let values = [("rejected", rejected.as_str()), ("rows", &rows)];
                fill_text(texts.rows_rejected, &values)
            }
            Self::Gone { error } if is_channel => {
                let error = error.describe(language);
                fill_text(texts.channel_gone, &[("error", &error)])
            }
            Self::Gone { .. } => texts.webhook_gone.to_owned(),
            Self::NoDelivery { error } => {
                let template = if is_channel {
                    texts.channel_failing
                } else {
                    texts.webhook_failing
                };
                fill_text(template, &[("error", &error.describe(language))])
            }
        }
    }
}

impl EndpointError {
    fn describe(&self, language: Language) -> String {
        let [code, value] = [&self.code, &self.value].map(|text| text.as_deref().unwrap_or(""));
        translate_delivery_error(language, code, value, &self.text)
    }
}

impl OrderApproval {
    fn title(&self, language: Language, template: &str) -> String {
        let supplier = self.supplier.as_deref();
        let supplier = supplier.unwrap_or(language.texts().unknown_supplier);
        fill_text(template, &[("supplier", supplier)])
    }

    fn describe(&self, language: Language, template: &str) -> String {
        let person = self.person.as_deref().unwrap_or(language.texts().someone);
        let total = language.format_decimal(&self.total);
        let total = format!("{total} {}", self.currency);
        fill_text(template, &[("person", person), ("total", &total)])
    }
}

/// The text, cut to the maximum length.
fn truncate_text(text: &str) -> String {
    match text.char_indices().nth(MAX_BODY_CHARS) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locale(language: Language) -> Locale {
        Locale {
            language,
            time_zone: chrono_tz::America::Chicago,
        }
    }

    /// The event after it was stored and read again.
    fn restore(event: &NotificationEvent) -> NotificationEvent {
        let stored = serde_json::to_string(event).unwrap();
        let restored = NotificationEvent::from_json(&stored, "a topic");
        assert_eq!(&restored, event);
        restored
    }

    #[test]
    fn a_recovery_has_start_and_duration_in_each_language() {
        let event = restore(&NotificationEvent::Recovery {
            subject: ObservedSubject::Table {
                name: "suppliers".to_owned(),
            },
            failed_at: "2026-06-14T15:00:00Z".parse().unwrap(),
            recovered_at: "2026-06-16T18:59:00Z".parse().unwrap(),
        });
        for (language, title, body) in [
            (
                Language::English,
                "suppliers syncs again",
                "It had failed since 14 June 2026 at 10:00 (America/Chicago), for 2 days and 3 \
                 hours.",
            ),
            (
                Language::German,
                "suppliers wird wieder synchronisiert",
                "Der Fehler bestand seit 14. Juni 2026 um 10:00 (America/Chicago) und dauerte 2 \
                 Tage und 3 Stunden.",
            ),
        ] {
            assert_eq!(event.title(language), title);
            assert_eq!(event.body(locale(language)), body);
        }
    }

    #[test]
    fn each_reason_of_a_failure_reads_in_each_language() {
        let webhook = ObservedSubject::Webhook {
            name: "ERP".to_owned(),
        };
        let channel = ObservedSubject::Channel {
            name: "Sales".to_owned(),
        };
        let error = || EndpointError {
            text: "Status 500.".to_owned(),
            code: Some("error_status".to_owned()),
            value: Some("500".to_owned()),
        };
        let rejects = ObservedSubject::RejectedRows {
            table: "suppliers".to_owned(),
        };
        for (subject, reason, english, french) in [
            (
                ObservedSubject::DataSync,
                FailureReason::Message {
                    text: "The folder cannot be read.".to_owned(),
                    code: Some("source_invalid".to_owned()),
                },
                "The folder cannot be read.",
                "La source ne peut pas être lue. The folder cannot be read.",
            ),
            (
                rejects,
                FailureReason::RowsRejected {
                    rejected: 1_200,
                    rows: 5_000,
                },
                "1,200 of 5,000 rows were rejected.",
                "1\u{202f}200 lignes sur 5\u{202f}000 ont été rejetées.",
            ),
            (
                webhook.clone(),
                FailureReason::Gone { error: error() },
                "The webhook is disabled. The endpoint answered with status 410",
                "Le webhook est désactivé. Le destinataire a répondu avec le statut 410",
            ),
            (
                webhook,
                FailureReason::NoDelivery { error: error() },
                "The webhook is disabled. No delivery succeeded for 3 days. Last error: Status \
                 500. Fix",
                "Le webhook est désactivé. Aucun envoi n’a réussi depuis 3 jours. Dernière \
                 erreur : Le destinataire a répondu avec le statut 500. Corrigez",
            ),
            (
                channel.clone(),
                FailureReason::Gone { error: error() },
                "Alert messages no longer reach this channel. Status 500. Send",
                "Les messages d’alerte n’arrivent plus dans ce canal. Le destinataire a répondu \
                 avec le statut 500. Envoyez",
            ),
            (
                channel,
                FailureReason::NoDelivery { error: error() },
                "Alert messages no longer reach this channel. No delivery succeeded",
                "Les messages d’alerte n’arrivent plus dans ce canal. Aucun envoi",
            ),
        ] {
            let event = restore(&NotificationEvent::Failure { subject, reason });
            for (language, expected) in [(Language::English, english), (Language::French, french)] {
                let body = event.body(locale(language));
                assert!(body.starts_with(expected), "{body}");
            }
        }
    }

    #[test]
    fn an_order_without_a_known_supplier_has_a_text() {
        let order = OrderApproval {
            supplier: None,
            person: None,
            total: "1234.50".to_owned(),
            currency: "USD".to_owned(),
        };
        let requested = restore(&NotificationEvent::ApprovalRequested(order.clone()));
        assert_eq!(
            requested.title(Language::English),
            "Order to an unknown supplier needs approval"
        );
        assert_eq!(
            requested.body(locale(Language::German)),
            "Jemand hat eine Bestellung über 1.234,50 USD entworfen, die über der Grenze der \
             eigenen Rolle liegt."
        );
        let approved = restore(&NotificationEvent::OrderApproved(OrderApproval {
            person: Some("Ada".to_owned()),
            ..order
        }));
        assert_eq!(
            approved.body(locale(Language::English)),
            "Ada approved the order of 1,234.50 USD."
        );
    }

    #[test]
    fn an_unknown_event_shows_its_topic() {
        let event = NotificationEvent::from_json(r#"{"type":"of tomorrow"}"#, "sync:run");
        assert_eq!(event.title(Language::English), "sync:run");
    }

    #[test]
    fn truncates_long_text_between_characters() {
        let long = "ä".repeat(MAX_BODY_CHARS + 1);
        assert_eq!(
            truncate_text(&long),
            format!("{}...", "ä".repeat(MAX_BODY_CHARS))
        );
        assert_eq!(truncate_text("short"), "short");
    }
}
