//! What the number format of a workbook says about its cells.

use crate::cell::Display;

/// The built-in formats of Excel that are dates or times.
pub(super) fn is_builtin_date(id: u32) -> bool {
    matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Reads a format such as `0000000`, `dd/mm/yyyy` or `#,##0.00 [$€-407]`.
pub(super) fn parse_format(code: &str) -> Display {
    let positive = code.split(';').next().unwrap_or("");
    let mut plain = String::new();
    let mut letters = positive.chars();
    let mut currency = None;
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                let quoted: String = letters
                    .by_ref()
                    .take_while(|letter| *letter != '"')
                    .collect();
                currency = currency.or_else(|| currency_of(&quoted));
            }
            '\\' | '_' | '*' => {
                letters.next();
            }
            '[' => {
                let inner: String = letters
                    .by_ref()
                    .take_while(|letter| *letter != ']')
                    .collect();
                if let Some(sign) = inner.strip_prefix('$') {
                    let sign = sign.split('-').next().unwrap_or("");
                    currency = currency.or_else(|| currency_of(sign));
                } else if matches!(inner.to_ascii_lowercase().as_str(), "h" | "hh" | "m" | "mm") {
                    plain.push('h');
                }
            }
            '€' | '£' => currency = currency.or_else(|| currency_of(&letter.to_string())),
            other => plain.push(other),
        }
    }
    let lower = plain.to_ascii_lowercase();
    if !lower.contains("general")
        && lower
            .chars()
            .any(|letter| matches!(letter, 'y' | 'd' | 'h' | 's' | 'm'))
    {
        return Display::Date;
    }
    if let Some(currency) = currency {
        return Display::Currency(currency);
    }
    let digits = plain.trim();
    if digits.len() > 1 && digits.chars().all(|letter| letter == '0') {
        return Display::Padded(digits.len());
    }
    Display::General
}

fn currency_of(sign: &str) -> Option<String> {
    let sign = sign.trim();
    let code = match sign {
        "€" => "EUR",
        "£" => "GBP",
        "" | "$" => return None,
        code if code.len() == 3 && code.chars().all(|letter| letter.is_ascii_uppercase()) => code,
        _ => return None,
    };
    Some(code.to_owned())
}
