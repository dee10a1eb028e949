//! Splits a question into words, each with its place in the text.

/// A number as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Plain decimal digits: `1500`, `2.5`.
    pub digits: String,
    pub is_money: bool,
    pub is_percent: bool,
}

/// A word of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, without accents.
    pub text: String,
    /// The singular.
    pub stem: String,
    /// The bytes of the question.
    pub start: usize,
    pub end: usize,
    pub number: Option<Number>,
    /// Whether a comma, colon or dash separates it from the word before.
    pub after_break: bool,
    /// Whether a dash does: `Jan-Mar`.
    pub after_dash: bool,
}

const NUMBER_WORDS: [(&str, &str); 16] = [
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("dozen", "12"),
    ("fifteen", "15"),
    ("twenty", "20"),
    ("fifty", "50"),
    ("hundred", "100"),
];

/// Words that multiply the number before them, with their zeros.
const SCALE_WORDS: [(&str, usize); 5] = [
    ("thousand", 3),
    ("million", 6),
    ("millions", 6),
    ("mil", 6),
    ("mio", 6),
];

/// Lower case without accents.
pub(crate) fn fold_text(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => folded.push('a'),
            'ç' | 'ć' | 'č' => folded.push('c'),
            'è'..='ë' | 'ē' | 'ę' | 'ě' => folded.push('e'),
            'ì'..='ï' | 'ī' => folded.push('i'),
            'ñ' | 'ń' | 'ň' => folded.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => folded.push('o'),
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => folded.push('u'),
            'ý' | 'ÿ' => folded.push('y'),
            'š' | 'ś' => folded.push('s'),
            'ž' | 'ż' | 'ź' => folded.push('z'),
            'ł' => folded.push('l'),
            'ß' => folded.push_str("ss"),
            '\u{300}'..='\u{36f}' => {}
            other => folded.push(other),
        }
    }
    folded
}

/// The singular of an English word.
pub(crate) fn stem_word(word: &str) -> String {
    let length = word.chars().count();
    if length > 4 {
        if let Some(base) = word.strip_suffix("ies") {
            return format!("{base}y");
        }
        for ending in ["sses", "xes", "ches", "shes"] {
            if word.ends_with(ending)
                && let Some(base) = word.strip_suffix("es")
            {
                return base.to_owned();
            }
        }
    }
    let keeps = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    match word.strip_suffix('s') {
        Some(base) if length > 3 && !keeps => base.to_owned(),
        _ => word.to_owned(),
    }
}

/// Splits a text into words.
pub(crate) fn split_words(text: &str) -> Vec<Word> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let char_at = |index: usize| chars.get(index).map(|(_, c)| *c);
    let offset = |index: usize| chars.get(index).map_or(text.len(), |(at, _)| *at);
    let mut words: Vec<Word> = Vec::new();
    let mut index = 0;
    let (mut after_break, mut after_dash) = (false, false);
    while let Some(c) = char_at(index) {
        let is_money = matches!(c, '$' | '€' | '£')
            && char_at(index + 1).is_some_and(|next| next.is_ascii_digit());
        if !c.is_alphanumeric() && !is_money {
            let word = match c {
                '&' => Some("and"),
                '%' => Some("percent"),
                _ => None,
            };
            if let Some(word) = word {
                words.push(Word {
                    text: word.to_owned(),
                    stem: word.to_owned(),
                    start: offset(index),
                    end: offset(index + 1),
                    number: None,
                    after_break: std::mem::take(&mut after_break),
                    after_dash: std::mem::take(&mut after_dash),
                });
            }
            after_dash |= matches!(c, '-' | '–' | '—');
            after_break |= matches!(c, ',' | ';' | ':' | '–' | '—' | '.' | '?' | '!')
                || (c == '-' && char_at(index + 1).is_some_and(char::is_whitespace));
            index += 1;
            continue;
        }
        let begin = index;
        index += usize::from(is_money);
        let end = if char_at(index).is_some_and(|first| first.is_ascii_digit()) {
            scan_number(&chars, index)
        } else {
            scan_letters(&chars, index)
        };
        let raw: String = (index..end).filter_map(char_at).collect();
        let mut folded = fold_text(&raw);
        folded.retain(|c| !matches!(c, '\'' | '’'));
        if let Some(base) = ["'s", "’s"].iter().find_map(|end| raw.strip_suffix(end)) {
            folded = fold_text(base);
        }
        let number = parse_number(&folded, is_money);
        let mut last = end;
        let is_percent = number.is_some() && char_at(end) == Some('%');
        last += usize::from(is_percent);
        words.push(Word {
            stem: stem_word(&folded),
            text: folded,
            start: offset(begin),
            end: offset(last),
            number: number.map(|number| Number {
                is_percent,
                ..number
            }),
            after_break: std::mem::take(&mut after_break),
            after_dash: std::mem::take(&mut after_dash),
        });
        index = last;
    }
    join_scaled_numbers(words)
}

/// The end of a run of letters and digits; an apostrophe between letters belongs to it.
fn scan_letters(chars: &[(usize, char)], from: usize) -> usize {
    let char_at = |index: usize| chars.get(index).map(|(_, c)| *c);
    let mut end = from;
    while let Some(c) = char_at(end) {
        let joins = matches!(c, '\'' | '’')
            && end > from
            && char_at(end + 1).is_some_and(char::is_alphabetic);
        if !c.is_alphanumeric() && !joins {
            break;
        }
        end += 1;
    }
    end
}

/// The end of a number with thousands separators, decimals and letters such as `k`.
fn scan_number(chars: &[(usize, char)], from: usize) -> usize {
    let char_at = |index: usize| chars.get(index).map(|(_, c)| *c);
    let is_digit = |index: usize| char_at(index).is_some_and(|c| c.is_ascii_digit());
    let mut end = from;
    while let Some(c) = char_at(end) {
        let is_separator =
            (c == ',' && (1..=3).all(|step| is_digit(end + step)) && !is_digit(end + 4))
                || (c == '.' && is_digit(end + 1));
        if !c.is_alphanumeric() && !is_separator {
            break;
        }
        end += 1;
    }
    end
}

fn parse_number(folded: &str, is_money: bool) -> Option<Number> {
    let number = |digits: String| Number {
        digits,
        is_money,
        is_percent: false,
    };
    if let Some((_, digits)) = NUMBER_WORDS.iter().find(|(word, _)| *word == folded) {
        return Some(number((*digits).to_owned()));
    }
    if !folded.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let plain = folded.replace(',', "");
    let (base, zeros) = match plain.strip_suffix('k') {
        Some(base) => (base, 3),
        None => match plain.strip_suffix("mm").or_else(|| plain.strip_suffix('m')) {
            Some(base) => (base, 6),
            None => (plain.as_str(), 0),
        },
    };
    Some(number(shift_digits(base, zeros)?))
}

/// Decimal digits times a power of ten. None for other texts.
fn shift_digits(base: &str, zeros: usize) -> Option<String> {
    let (whole, decimals) = base.split_once('.').unwrap_or((base, ""));
    let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || !is_plain(whole) || !is_plain(decimals) {
        return None;
    }
    if zeros == 0 {
        return Some(base.to_owned());
    }
    let mut decimals = decimals.to_owned();
    while decimals.len() < zeros {
        decimals.push('0');
    }
    let (shifted, rest) = decimals.split_at_checked(zeros)?;
    let digits = format!("{whole}{shifted}");
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    Some(if rest.is_empty() {
        digits.to_owned()
    } else {
        format!("{digits}.{rest}")
    })
}

/// "4 million" is one number.
fn join_scaled_numbers(words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        let scale = SCALE_WORDS.iter().find(|(name, _)| *name == word.text);
        if let Some((_, zeros)) = scale.filter(|_| !word.after_break)
            && let Some(before) = joined.last_mut()
            && let Some(number) = &mut before.number
            && let Some(digits) = shift_digits(&number.digits, *zeros)
        {
            number.digits = digits;
            before.end = word.end;
            continue;
        }
        joined.push(word);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        split_words(text)
            .into_iter()
            .map(|word| word.text)
            .collect()
    }

    #[test]
    fn keeps_numbers_and_names_whole() {
        assert_eq!(
            texts("Hazelton's 1,500 acres & 2,4-D: 4L"),
            ["hazelton", "1,500", "acres", "and", "2", "4", "d", "4l"]
        );
    }

    #[test]
    fn reads_amounts() {
        let digits = |text: &str| split_words(text)[0].number.clone().unwrap();
        assert_eq!(digits("$5k").digits, "5000");
        assert!(digits("$5k").is_money);
        assert_eq!(digits("1.25m").digits, "1250000");
        assert_eq!(digits("1,500").digits, "1500");
        assert!(digits("15%").is_percent);
        assert_eq!(digits("three").digits, "3");
        assert_eq!(digits("4 million").digits, "4000000");
        assert_eq!(digits("$1.5 mil").digits, "1500000");
        assert_eq!(digits("0.5m").digits, "500000");
    }

    #[test]
    fn stems_plurals_only() {
        assert_eq!(stem_word("categories"), "category");
        assert_eq!(stem_word("branches"), "branch");
        assert_eq!(stem_word("gross"), "gross");
        assert_eq!(stem_word("bags"), "bag");
    }
}
