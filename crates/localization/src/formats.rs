//! Numbers, days, times and durations as they are written in each language.

use crate::language::{Language, Locale};
use crate::texts::fill_text;
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};

/// The decimals of figures.
const DECIMALS: usize = 2;
const NARROW_NO_BREAK_SPACE: &str = "\u{202f}";
const NO_BREAK_SPACE: &str = "\u{a0}";

impl Language {
    /// A number with at most two decimals and separated thousands.
    pub fn format_number(self, value: f64) -> String {
        let text = format!("{:.DECIMALS$}", value.abs());
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let sign = if value < 0.0 && text != "0" { "-" } else { "" };
        self.format_decimal(&format!("{sign}{text}"))
    }

    /// A number in plain notation with separated thousands: `-1,234.50` of `-1234.50`.
    pub fn format_decimal(self, plain: &str) -> String {
        let (group, point) = self.separators();
        let (sign, magnitude) = match plain.strip_prefix('-') {
            Some(magnitude) => ("-", magnitude),
            None => ("", plain),
        };
        match magnitude.split_once('.') {
            Some((whole, decimals)) => {
                format!("{sign}{}{point}{decimals}", group_digits(whole, group))
            }
            None => format!("{sign}{}", group_digits(magnitude, group)),
        }
    }

    /// A count with separated thousands.
    pub fn format_count(self, count: usize) -> String {
        group_digits(&count.to_string(), self.separators().0)
    }

    /// A formatted number as a percentage.
    pub fn format_percent(self, number: &str) -> String {
        let space = match self {
            Self::English | Self::Spanish | Self::Portuguese => "",
            Self::German => NO_BREAK_SPACE,
            Self::French => NARROW_NO_BREAK_SPACE,
        };
        format!("{number}{space}%")
    }

    /// A name and what belongs to it: `Seed: 12`.
    pub fn format_pair(self, name: &str, value: &str) -> String {
        match self {
            Self::French => format!("{name}{NO_BREAK_SPACE}: {value}"),
            _ => format!("{name}: {value}"),
        }
    }

    /// A day: `16 June 2026`.
    pub fn format_day(self, day: NaiveDate) -> String {
        let (number, year) = (day.day(), day.year());
        let month = usize::try_from(day.month0()).unwrap_or_default();
        let month = self.months().get(month).copied().unwrap_or_default();
        match self {
            Self::French if number == 1 => format!("1er {month} {year}"),
            Self::English | Self::French => format!("{number} {month} {year}"),
            Self::German => format!("{number}. {month} {year}"),
            Self::Spanish | Self::Portuguese => format!("{number} de {month} de {year}"),
        }
    }

    /// A period: `17 May 2026 to 16 June 2026`.
    pub fn format_period(self, from: Option<NaiveDate>, to: NaiveDate) -> String {
        let to = self.format_day(to);
        let Some(from) = from.map(|from| self.format_day(from)) else {
            return match self {
                Self::English => format!("until {to}"),
                Self::German => format!("bis {to}"),
                Self::Spanish => format!("hasta el {to}"),
                Self::French => format!("jusqu’au {to}"),
                Self::Portuguese => format!("até {to}"),
            };
        };
        match self {
            Self::English => format!("{from} to {to}"),
            Self::German => format!("{from} bis {to}"),
            Self::Spanish => format!("del {from} al {to}"),
            Self::French => format!("du {from} au {to}"),
            Self::Portuguese => format!("{from} a {to}"),
        }
    }

    /// A duration in its two largest units: `3 days and 2 hours`, `5 hours`, `40 minutes`.
    pub fn format_duration(self, length: TimeDelta) -> String {
        let texts = self.texts();
        let minutes = length.num_minutes();
        let hours = (texts.one_hour, texts.hours);
        let (large, small) = if minutes >= 24 * 60 {
            (
                self.format_units(minutes / (24 * 60), (texts.one_day, texts.days)),
                self.format_units(minutes / 60 % 24, hours),
            )
        } else {
            (
                self.format_units(minutes / 60, hours),
                self.format_units(minutes % 60, (texts.one_minute, texts.minutes)),
            )
        };
        match (large, small) {
            (Some(large), Some(small)) => {
                fill_text(texts.two_durations, &[("large", &large), ("small", &small)])
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => texts.less_than_a_minute.to_owned(),
        }
    }

    fn format_units(self, count: i64, (one, many): (&str, &str)) -> Option<String> {
        let template = match count {
            ..=0 => return None,
            1 => one,
            _ => many,
        };
        let count = self.format_decimal(&count.to_string());
        Some(fill_text(template, &[("count", &count)]))
    }

    /// What separates thousands, and decimals.
    fn separators(self) -> (&'static str, &'static str) {
        match self {
            Self::English | Self::Spanish => (",", "."),
            Self::German | Self::Portuguese => (".", ","),
            Self::French => (NARROW_NO_BREAK_SPACE, ","),
        }
    }

    fn months(self) -> [&'static str; 12] {
        match self {
            Self::English => [
                "January",
                "February",
                "March",
                "April",
                "May",
                "June",
                "July",
                "August",
                "September",
                "October",
                "November",
                "December",
            ],
            Self::German => [
                "Januar",
                "Februar",
                "März",
                "April",
                "Mai",
                "Juni",
                "Juli",
                "August",
                "September",
                "Oktober",
                "November",
                "Dezember",
            ],
            Self::Spanish => [
                "enero",
                "febrero",
                "marzo",
                "abril",
                "mayo",
                "junio",
                "julio",
                "agosto",
                "septiembre",
                "octubre",
                "noviembre",
                "diciembre",
            ],
            Self::French => [
                "janvier",
                "février",
                "mars",
                "avril",
                "mai",
                "juin",
                "juillet",
                "août",
                "septembre",
                "octobre",
                "novembre",
                "décembre",
            ],
            Self::Portuguese => [
                "janeiro",
                "fevereiro",
                "março",
                "abril",
                "maio",
                "junho",
                "julho",
                "agosto",
                "setembro",
                "outubro",
                "novembro",
                "dezembro",
            ],
        }
    }
}

impl Locale {
    /// A moment: `14 June 2026 at 10:00 (America/Chicago)`.
    pub fn format_moment(self, at: DateTime<Utc>) -> String {
        let local = at.with_timezone(&self.time_zone);
        let (day, time) = (
            self.language.format_day(local.date_naive()),
            local.format("%H:%M"),
        );
        let moment = match self.language {
            Language::English => format!("{day} at {time}"),
            Language::German => format!("{day} um {time}"),
            Language::Spanish => format!("{day} a las {time}"),
            Language::French => format!("{day} à {time}"),
            Language::Portuguese => format!("{day} às {time}"),
        };
        format!("{moment} ({})", self.time_zone.name())
    }
}

fn group_digits(digits: &str, separator: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped += separator;
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separated_thousands_and_at_most_two_decimals() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (12.5, "12.5"),
            (1_234.5, "1,234.5"),
            (-1_234_567.891, "-1,234,567.89"),
            (1_000.0, "1,000"),
            (-999.0, "-999"),
        ] {
            assert_eq!(Language::English.format_number(value), text);
        }
        for (language, text) in [
            (Language::German, "-1.234,5"),
            (Language::Spanish, "-1,234.5"),
            (Language::French, "-1\u{202f}234,5"),
            (Language::Portuguese, "-1.234,5"),
        ] {
            assert_eq!(language.format_number(-1_234.5), text);
        }
    }

    #[test]
    fn decimals_keep_each_digit() {
        for (plain, grouped) in [
            ("0.00", "0.00"),
            ("-1234567.8901", "-1,234,567.8901"),
            ("999", "999"),
            (
                "123456789012345678901234.50",
                "123,456,789,012,345,678,901,234.50",
            ),
        ] {
            assert_eq!(Language::English.format_decimal(plain), grouped);
        }
        assert_eq!(Language::German.format_decimal("1234.50"), "1.234,50");
    }

    #[test]
    fn days_and_times_are_written_as_usual() {
        let at: DateTime<Utc> = "2026-06-01T15:00:00Z".parse().unwrap();
        let day = at.date_naive();
        for (language, moment, period) in [
            (
                Language::English,
                "1 June 2026 at 10:00 (America/Chicago)",
                "1 June 2026 to 1 June 2026",
            ),
            (
                Language::German,
                "1. Juni 2026 um 10:00 (America/Chicago)",
                "1. Juni 2026 bis 1. Juni 2026",
            ),
            (
                Language::Spanish,
                "1 de junio de 2026 a las 10:00 (America/Chicago)",
                "del 1 de junio de 2026 al 1 de junio de 2026",
            ),
            (
                Language::French,
                "1er juin 2026 à 10:00 (America/Chicago)",
                "du 1er juin 2026 au 1er juin 2026",
            ),
            (
                Language::Portuguese,
                "1 de junho de 2026 às 10:00 (America/Chicago)",
                "1 de junho de 2026 a 1 de junho de 2026",
            ),
        ] {
            let locale = Locale {
                language,
                time_zone: chrono_tz::America::Chicago,
            };
            assert_eq!(locale.format_moment(at), moment);
            assert_eq!(language.format_period(Some(day), day), period);
            assert!(period.ends_with(&language.format_day(day)));
        }
    }

    #[test]
    fn durations_have_two_largest_units() {
        for (minutes, text) in [
            (0, "less than a minute"),
            (1, "1 minute"),
            (59, "59 minutes"),
            (60, "1 hour"),
            (61, "1 hour and 1 minute"),
            (300, "5 hours"),
            (1_440, "1 day"),
            (1_499, "1 day"),
            (1_500, "1 day and 1 hour"),
            (4_439, "3 days and 1 hour"),
            // The clock was set back.
            (-5, "less than a minute"),
        ] {
            let length = TimeDelta::minutes(minutes);
            assert_eq!(Language::English.format_duration(length), text, "{minutes}");
        }
        let german = Language::German.format_duration(TimeDelta::minutes(4_439));
        assert_eq!(german, "3 Tage und 1 Stunde");
    }
}
