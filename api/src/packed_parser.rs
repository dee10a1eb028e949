//! A fast parser for the dates and numbers of packed series, which have hundreds of thousands of
//! entries.

use chrono::NaiveDate;

/// The rest of the text. Parsing methods return `None` for any deviation from the written format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedParser<'a>(&'a str);

impl<'a> PackedParser<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// Calls `parse` for each entry of a text, with the parser at the start of the entry. None if
    /// the text has another format.
    pub(crate) fn parse_entries(
        text: &'a str,
        mut parse: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let mut text = Self::new(text);
        loop {
            parse(&mut text)?;
            if !text.advance_entry()? {
                return Some(());
            }
        }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    /// Parses a date such as `2026-03-31`.
    pub(crate) fn parse_day(&mut self) -> Option<NaiveDate> {
        let (&[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2], rest) =
            self.0.as_bytes().split_first_chunk::<10>()?
        else {
            return None;
        };
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0, |number, digit| {
                Some(number * 10 + u32::from(parse_digit(*digit)?))
            })
        };
        let day = NaiveDate::from_ymd_opt(
            i32::try_from(number(&[y1, y2, y3, y4])?).ok()?,
            number(&[m1, m2])?,
            number(&[d1, d2])?,
        )?;
        self.0 = text_suffix(self.0, rest);
        Some(day)
    }

    /// Parses an integer.
    pub(crate) fn parse_number(&mut self) -> Option<i64> {
        let negative = self.expect_byte(b'-').is_some();
        let (digit, mut rest) = self.0.as_bytes().split_first()?;
        let mut number = -i64::from(parse_digit(*digit)?);
        while let Some((digit, after)) = rest.split_first()
            && let Some(digit) = parse_digit(*digit)
        {
            number = number.checked_mul(10)?.checked_sub(i64::from(digit))?;
            rest = after;
        }
        self.0 = text_suffix(self.0, rest);
        if negative {
            Some(number)
        } else {
            number.checked_neg()
        }
    }

    /// Parses a space and an integer.
    pub(crate) fn parse_next_number(&mut self) -> Option<i64> {
        self.expect_byte(b' ')?;
        self.parse_number()
    }

    /// Parses a text led by its length, such as `5:CS-12`.
    pub(crate) fn parse_counted_text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.parse_number()?).ok()?;
        self.expect_byte(b':')?;
        let after = self.0;
        // Both databases count characters.
        let plain = after
            .get(..length)
            .filter(|text| text.is_ascii())
            .map(str::len);
        let end = plain.unwrap_or_else(|| {
            after
                .char_indices()
                .nth(length)
                .map_or(after.len(), |(place, _)| place)
        });
        let (text, after) = after.split_at_checked(end)?;
        self.0 = after;
        Some(text)
    }

    /// Parses a text that ends before a space.
    pub(crate) fn parse_word(&mut self) -> Option<&'a str> {
        let (word, _) = self.0.split_once(' ')?;
        self.0 = self.0.get(word.len()..)?;
        Some(word)
    }

    /// Skips `expected`, an ASCII character; `None` if another one follows.
    pub(crate) fn expect_byte(&mut self, expected: u8) -> Option<()> {
        let (first, rest) = self.0.as_bytes().split_first()?;
        (*first == expected).then(|| self.0 = text_suffix(self.0, rest))
    }

    /// Skips the `;` between entries or the `/` between quarters. Returns whether an entry follows.
    fn advance_entry(&mut self) -> Option<bool> {
        if self.is_at_end() {
            Some(false)
        } else {
            self.expect_byte(b';')
                .or_else(|| self.expect_byte(b'/'))
                .map(|()| true)
        }
    }
}

/// The suffix of `text` with the length of `rest`. Only ASCII was parsed before it.
fn text_suffix<'a>(text: &'a str, rest: &[u8]) -> &'a str {
    text.get(text.len() - rest.len()..).unwrap_or_default()
}

fn parse_digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_written_values() {
        let mut text =
            PackedParser::new("2026-03-31 -12 9223372036854775807;0001-01-01 -9223372036854775808");
        assert_eq!(text.parse_day(), NaiveDate::from_ymd_opt(2026, 3, 31));
        assert_eq!(
            (
                text.parse_next_number(),
                text.parse_next_number(),
                text.advance_entry()
            ),
            (Some(-12), Some(i64::MAX), Some(true))
        );
        assert_eq!(text.parse_day(), NaiveDate::from_ymd_opt(1, 1, 1));
        assert_eq!(
            (
                text.parse_next_number(),
                text.advance_entry(),
                text.is_at_end()
            ),
            (Some(i64::MIN), Some(false), true)
        );
    }

    #[test]
    fn rejects_other_formats() {
        for text in [
            "",
            "2026-03-3",
            "2026-02-30",
            "2026-3-031",
            "2026/03/31",
            "202x-03-31",
        ] {
            assert_eq!(PackedParser::new(text).parse_day(), None, "{text}");
        }
        for text in [
            "",
            "-",
            "x",
            "+1",
            "9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999",
        ] {
            assert_eq!(PackedParser::new(text).parse_number(), None, "{text}");
        }
        assert_eq!(
            (
                PackedParser::new("1").parse_next_number(),
                PackedParser::new(",").advance_entry()
            ),
            (None, None)
        );
    }
}
