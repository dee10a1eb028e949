//! The five fields of a cron expression, with messages for the invalid field.

use croner::Cron;
use croner::errors::CronError;
use croner::parser::{CronParser, Seconds, Year};

/// A field: its name, the allowed values, and an example.
struct CronField(&'static str, &'static str, &'static str);

const CRON_FIELDS: [CronField; 5] = [
    CronField("minute", "0 to 59", "0 or */15"),
    CronField("hour", "0 to 23", "2 or 6-18"),
    CronField("day of the month", "1 to 31", "* or 1,15"),
    CronField("month", "1 to 12 or JAN to DEC", "* or 3-10"),
    CronField("day of the week", "0 to 7 or SUN to SAT", "* or MON-FRI"),
];

/// Parses the fields. The error names the invalid field.
pub(super) fn parse_cron_fields(text: &str) -> Result<Cron, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != CRON_FIELDS.len() {
        return Err(format!(
            "A schedule has five fields (minute, hour, day of the month, month, day of the week), \
                but this one has {}. For example, \"0 2 * * *\" runs every day at 02:00.",
            words.len()
        ));
    }
    for (at, (word, CronField(name, allowed, example))) in words.iter().zip(CRON_FIELDS).enumerate()
    {
        // Parse each field with wildcards in the others, to find the invalid one.
        let mut alone = ["*"; CRON_FIELDS.len()];
        alone
            .iter_mut()
            .skip(at)
            .take(1)
            .for_each(|place| *place = word);
        if parse_cron(&alone.join(" ")).is_err() {
            return Err(format!(
                "The {name} \"{word}\" (field {} of 5) is not valid. Enter {allowed}, such as \
                    {example}.",
                at + 1
            ));
        }
    }
    parse_cron(&words.join(" ")).map_err(|error| {
        format!(
            "The schedule is not valid ({error}). For example, \"0 2 * * *\" runs every day at \
            02:00."
        )
    })
}

fn parse_cron(text: &str) -> Result<Cron, CronError> {
    CronParser::builder()
        .seconds(Seconds::Disallowed)
        .year(Year::Disallowed)
        .build()
        .parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_that_is_wrong_is_named_with_an_example() {
        for (text, named) in [
            (
                "61 * * * *",
                "The minute \"61\" (field 1 of 5) is not valid. Enter 0 to 59, such as 0 or */15.",
            ),
            ("0 24 * * *", "The hour \"24\" (field 2 of 5)"),
            ("0 2 0 * *", "The day of the month \"0\" (field 3 of 5)"),
            ("0 2 * 13 *", "The month \"13\" (field 4 of 5)"),
            (
                "0 2 * * noday",
                "The day of the week \"noday\" (field 5 of 5)",
            ),
            ("0/10 * * * *", "The minute \"0/10\" (field 1 of 5)"),
            ("@daily * * * *", "The minute \"@daily\" (field 1 of 5)"),
            ("30-10 * * * *", "The minute \"30-10\" (field 1 of 5)"),
        ] {
            let said = parse_cron_fields(text).unwrap_err();
            assert!(said.starts_with(named), "{text}: {said}");
        }
    }

    #[test]
    fn other_numbers_of_fields_are_refused() {
        for text in ["", "@hourly", "0 2 * *", "0 0 2 * * *", "0 0 2 * * * 2026"] {
            let said = parse_cron_fields(text).unwrap_err();
            assert!(
                said.starts_with("A schedule has five fields") && said.contains("0 2 * * *"),
                "{text}: {said}"
            );
        }
    }

    #[test]
    fn what_cron_knows_is_read() {
        for text in [
            "0 2 * * *",
            "*/15 6-18 * * MON-FRI",
            "  5   4 1,15 JAN-mar 7 ",
            "0 0 L * *",
            "30 6 * * 1#1",
        ] {
            assert!(parse_cron_fields(text).is_ok(), "{text}");
        }
    }
}
