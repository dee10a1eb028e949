//! Texts of messages: figures, members and periods.

use crate::definition::Member;
use chrono::NaiveDate;

/// The maximum number of members that a message names.
const MAX_NAMED: usize = 10;
/// The decimals of figures in messages.
const DECIMALS: usize = 2;

/// A figure with at most two decimals and separated thousands.
pub fn format_figure(value: f64) -> String {
    let text = format!("{:.DECIMALS$}", value.abs());
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let decimals = decimals.trim_end_matches('0');
    if !decimals.is_empty() {
        grouped.push('.');
        grouped.push_str(decimals);
    }
    if value < 0.0 && grouped != "0" {
        grouped.insert(0, '-');
    }
    grouped
}

/// `Seed: 12.3%; Feed: 9%; and 4 more`. A rule without a breakdown has only a figure.
pub fn join_members(members: &[Member], unit: &str) -> String {
    let format = |member: &Member| match (member.name.as_str(), member.figure) {
        ("", Some(figure)) => format!("{}{unit}", format_figure(figure)),
        ("", None) => "no rows".to_owned(),
        (name, Some(figure)) => format!("{name}: {}{unit}", format_figure(figure)),
        (name, None) => name.to_owned(),
    };
    let mut parts: Vec<String> = members.iter().take(MAX_NAMED).map(format).collect();
    let more = members.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join("; ")
}

/// `17 May 2026 to 16 June 2026`.
pub fn period_text(from: Option<NaiveDate>, to: NaiveDate) -> String {
    let format = |day: NaiveDate| day.format("%-d %B %Y").to_string();
    match from {
        Some(from) => format!("{} to {}", format(from), format(to)),
        None => format!("until {}", format(to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_separated_thousands_and_no_empty_decimals() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (12.5, "12.5"),
            (1_234_567.891, "1,234,567.89"),
            (-999.0, "-999"),
            (1_000.0, "1,000"),
        ];
        for (value, text) in cases {
            assert_eq!(format_figure(value), text);
        }
    }

    #[test]
    fn a_message_names_ten_members() {
        let members: Vec<Member> = (0..12)
            .map(|index| Member {
                name: format!("m{index}"),
                figure: Some(f64::from(index)),
            })
            .collect();
        let text = join_members(&members, " t");
        assert!(text.starts_with("m0: 0 t; m1: 1 t;"), "{text}");
        assert!(text.ends_with("m9: 9 t; and 2 more"), "{text}");
    }
}
