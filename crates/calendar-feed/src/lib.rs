//! All-day events as an iCalendar object ([RFC 5545](https://www.rfc-editor.org/rfc/rfc5545)).

use chrono::{DateTime, Days, NaiveDate, Utc};
use std::fmt::Write as _;

/// The maximum number of bytes of a line, without its end.
const MAX_LINE_BYTES: usize = 75;
const LINE_END: &str = "\r\n";

/// An event of whole days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Identifies the event in all versions of the feed, without spaces.
    pub uid: String,
    pub first_day: NaiveDate,
    /// At least `first_day`.
    pub last_day: NaiveDate,
    pub summary: String,
    pub description: String,
    pub url: Option<String>,
}

/// The calendar with its events. `stamp` is when it was made.
pub fn format_calendar(name: &str, events: &[Event], stamp: DateTime<Utc>) -> String {
    let mut calendar = String::new();
    for line in [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Sprout//Calendar feed//EN".to_owned(),
        "CALSCALE:GREGORIAN".to_owned(),
        "METHOD:PUBLISH".to_owned(),
        format!("X-WR-CALNAME:{}", escape_text(name)),
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H".to_owned(),
    ] {
        push_line(&mut calendar, &line);
    }
    for event in events {
        push_event(&mut calendar, event, stamp);
    }
    push_line(&mut calendar, "END:VCALENDAR");
    calendar
}

fn push_event(calendar: &mut String, event: &Event, stamp: DateTime<Utc>) {
    // The end of an event of whole days is the day after it.
    let end = event.last_day.max(event.first_day);
    let end = end.checked_add_days(Days::new(1)).unwrap_or(end);
    let day = |day: NaiveDate| day.format("%Y%m%d").to_string();
    push_line(calendar, "BEGIN:VEVENT");
    push_line(calendar, &format!("UID:{}", escape_text(&event.uid)));
    push_line(
        calendar,
        &format!("DTSTAMP:{}", stamp.format("%Y%m%dT%H%M%SZ")),
    );
    push_line(
        calendar,
        &format!("DTSTART;VALUE=DATE:{}", day(event.first_day)),
    );
    push_line(calendar, &format!("DTEND;VALUE=DATE:{}", day(end)));
    push_line(
        calendar,
        &format!("SUMMARY:{}", escape_text(&event.summary)),
    );
    if !event.description.is_empty() {
        push_line(
            calendar,
            &format!("DESCRIPTION:{}", escape_text(&event.description)),
        );
    }
    if let Some(url) = &event.url {
        push_line(calendar, &format!("URL:{}", encode_controls(url)));
    }
    push_line(calendar, "TRANSP:TRANSPARENT");
    push_line(calendar, "END:VEVENT");
}

/// A line, folded between characters so that no part is longer than [`MAX_LINE_BYTES`].
fn push_line(calendar: &mut String, line: &str) {
    let mut length = 0;
    for character in line.chars() {
        if length + character.len_utf8() > MAX_LINE_BYTES {
            calendar.push_str(LINE_END);
            calendar.push(' ');
            length = 1;
        }
        calendar.push(character);
        length += character.len_utf8();
    }
    calendar.push_str(LINE_END);
}

/// A value of the type TEXT: escaped, with line breaks as `\n` and without other control characters.
fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.replace("\r\n", "\n").chars() {
        match character {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' => escaped.push_str("\\n"),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn encode_controls(url: &str) -> String {
    let mut encoded = String::with_capacity(url.len());
    for character in url.chars() {
        if character.is_control() || character == ' ' {
            // Writing to a string does not fail.
            write!(encoded, "%{:02X}", u32::from(character)).unwrap_or_default();
        } else {
            encoded.push(character);
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(summary: &str) -> Event {
        Event {
            uid: "delivery-1@sprout".to_owned(),
            first_day: "2026-12-31".parse().unwrap(),
            last_day: "2026-12-31".parse().unwrap(),
            summary: summary.to_owned(),
            description: String::new(),
            url: Some("https://sprout.example/orders/1 2".to_owned()),
        }
    }

    #[test]
    fn a_calendar_has_the_required_lines() {
        let stamp = "2026-06-16T15:00:00Z".parse().unwrap();
        let text = format_calendar("Prairie, Inc.", &[event("Delivery")], stamp);
        assert_eq!(
            text,
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Sprout//Calendar feed//EN\r\n\
                CALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\nX-WR-CALNAME:Prairie\\, Inc.\r\n\
                REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\nBEGIN:VEVENT\r\n\
                UID:delivery-1@sprout\r\nDTSTAMP:20260616T150000Z\r\n\
                DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n\
                SUMMARY:Delivery\r\nURL:https://sprout.example/orders/1%202\r\n\
                TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        );
    }

    #[test]
    fn text_is_escaped_and_folded_between_characters() {
        let hostile = "a;b,c\\d\r\nBEGIN:VEVENT\u{7}ü".repeat(9);
        let stamp = "2026-06-16T15:00:00Z".parse().unwrap();
        let text = format_calendar("x", &[event(&hostile)], stamp);
        assert_eq!(text.matches("\r\nBEGIN:VEVENT").count(), 1, "{text}");
        for line in text.split("\r\n") {
            assert!(line.len() <= MAX_LINE_BYTES, "{line}");
            assert!(!line.contains(['\r', '\n', '\u{7}']), "{line}");
        }
        let unfolded = text.replace("\r\n ", "");
        let escaped = "a\\;b\\,c\\\\d\\nBEGIN:VEVENT ü".repeat(9);
        assert!(
            unfolded.contains(&format!("SUMMARY:{escaped}\r\n")),
            "{unfolded}"
        );
    }
}
