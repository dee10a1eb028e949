//! Times and durations in notifications: in the organization's time zone, rounded for people.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// The maximum length of a message.
const MAX_BODY_CHARS: usize = 1_000;

/// `It had failed since 14 June 2026 at 10:00 (America/Chicago), for 2 days and 3 hours.`
pub(super) fn recovery_text(
    lead: &str,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
    zone: Tz,
) -> String {
    format!(
        "{lead} since {}, for {}.",
        format_moment(since, zone),
        format_duration(now - since)
    )
}

/// `14 June 2026 at 10:00 (America/Chicago)`.
pub(super) fn format_moment(at: DateTime<Utc>, zone: Tz) -> String {
    format!(
        "{} ({})",
        at.with_timezone(&zone).format("%-d %B %Y at %H:%M"),
        zone.name()
    )
}

/// The text, cut to the maximum length.
pub(super) fn truncate_text(text: &str) -> String {
    match text.char_indices().nth(MAX_BODY_CHARS) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

/// A duration in its two largest units: `3 days and 2 hours`, `5 hours`, `40 minutes`.
fn format_duration(length: TimeDelta) -> String {
    let minutes = length.num_minutes();
    let (large, small) = if minutes >= 24 * 60 {
        (
            format_count(minutes / (24 * 60), "day"),
            format_count(minutes / 60 % 24, "hour"),
        )
    } else {
        (
            format_count(minutes / 60, "hour"),
            format_count(minutes % 60, "minute"),
        )
    };
    match (large, small) {
        (Some(large), Some(small)) => format!("{large} and {small}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "less than a minute".to_owned(),
    }
}

fn format_count(count: i64, unit: &str) -> Option<String> {
    match count {
        ..=0 => None,
        1 => Some(format!("1 {unit}")),
        _ => Some(format!("{count} {unit}s")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_text_has_start_and_duration() {
        let since: DateTime<Utc> = "2026-06-14T15:00:00Z".parse().unwrap();
        let text = recovery_text(
            "It had failed",
            since,
            since + TimeDelta::minutes(2 * 24 * 60 + 3 * 60 + 59),
            chrono_tz::America::Chicago,
        );
        assert_eq!(
            text,
            "It had failed since 14 June 2026 at 10:00 (America/Chicago), for 2 days and 3 hours."
        );
    }

    #[test]
    fn durations_have_two_largest_units() {
        let cases = [
            (0, "less than a minute"),
            (1, "1 minute"),
            (59, "59 minutes"),
            (60, "1 hour"),
            (61, "1 hour and 1 minute"),
            (300, "5 hours"),
        ];
        for (minutes, text) in cases.into_iter().chain([
            (1_440, "1 day"),
            (1_499, "1 day"),
            (1_500, "1 day and 1 hour"),
            (4_439, "3 days and 1 hour"),
        ]) {
            assert_eq!(
                format_duration(TimeDelta::minutes(minutes)),
                text,
                "{minutes}"
            );
        }
        assert_eq!(
            format_duration(TimeDelta::minutes(-5)),
            "less than a minute",
            "the clock was set back"
        );
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
