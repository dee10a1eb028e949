//! Converts text from feeds to one line of plain text: no markup, no control characters, limited
//! length.

/// Elements whose content is not text.
const SKIPPED_ELEMENTS: [&str; 2] = ["script", "style"];

/// The text of `markup` (HTML or plain), cut between words to at most `max_chars` characters.
pub(super) fn to_plain_text(markup: &str, max_chars: usize) -> String {
    // Feeds escape their markup once or twice, so decoding may reveal more tags.
    let text = strip_tags(&decode_entities(&strip_tags(&decode_entities(markup))));
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line: String = words
        .join(" ")
        .chars()
        .filter(|letter| !is_invisible(*letter))
        .collect();
    truncate_at_word(line.trim(), max_chars)
}

/// Characters that change the text direction or are invisible, so that a text reads differently
/// from its content.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A `<` that opens no tag stays: `corn < $4`. A tag becomes a space.
fn strip_tags(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        if !tag.starts_with(|first: char| {
            first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?')
        }) {
            text.push('<');
            rest = tag;
            continue;
        }
        text.push(' ');
        // An unclosed tag or comment hides the rest.
        let end = if tag.starts_with("!--") { "-->" } else { ">" };
        rest = tag.split_once(end).map_or("", |(_, after)| after);
        let name: String = tag
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        if SKIPPED_ELEMENTS.contains(&name.as_str()) {
            rest = skip_past_closing_tag(rest, &name);
        }
    }
    text.push_str(rest);
    text
}

/// The text after `</name`, or nothing.
fn skip_past_closing_tag<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        if after
            .get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
        {
            return after.split_once('>').map_or("", |(_, after)| after);
        }
        rest = after;
    }
    ""
}

/// Decodes `&amp;`, `&#8217;`, `&#x2019;` and the entity names common in feeds; other entities
/// stay.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let name = after
            .get(..after.len().min(10))
            .or_else(|| after.get(..floor_char_boundary(after, 10)))
            .and_then(|start| start.split_once(';'))
            .map(|(name, _)| name);
        if let Some((letter, name)) = name.and_then(|name| Some((entity_char(name)?, name))) {
            decoded.push(letter);
            rest = after.get(name.len() + 1..).unwrap_or_default();
        } else {
            decoded.push('&');
            rest = after;
        }
    }
    decoded.push_str(rest);
    decoded
}

/// Largest character boundary up to `limit` bytes.
fn floor_char_boundary(text: &str, limit: usize) -> usize {
    (0..=limit.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .unwrap_or(0)
}

fn entity_char(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
            None => number.parse(),
        };
        return char::from_u32(code.ok()?);
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "ndash" => '\u{2013}',
        "mdash" => '\u{2014}',
        "hellip" => '\u{2026}',
        "lsquo" => '\u{2018}',
        "rsquo" => '\u{2019}',
        "ldquo" => '\u{201c}',
        "rdquo" => '\u{201d}',
        "deg" => '\u{b0}',
        _ => return None,
    })
}

/// At most `max_chars` characters, ending with an ellipsis if cut.
fn truncate_at_word(line: &str, max_chars: usize) -> String {
    if line.chars().count() <= max_chars {
        return line.to_owned();
    }
    let prefix: String = line.chars().take(max_chars.saturating_sub(1)).collect();
    let complete = prefix
        .rsplit_once(' ')
        .map_or(prefix.as_str(), |(words, _)| words);
    format!(
        "{}\u{2026}",
        complete.trim_end_matches([',', ';', ':', '.', ' '])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_markup_and_keeps_text() {
        let cases = [
            ("Corn <b>rises</b><br/>again", "Corn rises again"),
            (
                "<p>Corn &amp; soybeans</p>\n\t<p>up 2&nbsp;%</p>",
                "Corn & soybeans up 2 %",
            ),
            (
                "&lt;p&gt;Wheat&lt;/p&gt; &#8217;26 &#x2014; &deg;F",
                "Wheat \u{2019}26 \u{2014} \u{b0}F",
            ),
            (
                "corn < $4 and soybeans > $10",
                "corn < $4 and soybeans > $10",
            ),
            (
                "a<script>alert('x</b>')</script >b<STYLE>p{}</style>c",
                "a b c",
            ),
            ("a<!-- <b>hidden</b> -->b <![CDATA[x]]> c", "a b c"),
            (
                "AT&T &unknown; &#xFFFFFFFF; &#0; &",
                "AT&T &unknown; &#xFFFFFFFF; &",
            ),
            ("a <img src=x onerror=alert(1)", "a"),
            ("&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;", ""),
            ("", ""),
        ];
        for (markup, text) in cases {
            assert_eq!(to_plain_text(markup, 100), text, "{markup}");
        }
    }

    #[test]
    fn strips_invisible_characters() {
        assert_eq!(
            to_plain_text("co\u{200b}rn \u{202e}up\u{202c}\u{0}\u{1b}[31m\r\nnow", 100),
            "corn up [31m now"
        );
    }

    #[test]
    fn cuts_long_texts_between_words() {
        assert_eq!(to_plain_text("one two, three four", 11), "one two\u{2026}");
        assert_eq!(
            to_plain_text("one two, three four", 19),
            "one two, three four"
        );
        assert_eq!(to_plain_text(&"ä".repeat(500), 10).chars().count(), 10);
        assert_eq!(to_plain_text(&"&ä".repeat(50), 5), "&ä&ä\u{2026}");
    }

    #[test]
    fn large_malformed_input_is_fast() {
        for rubbish in [
            "<",
            "&",
            "</",
            "<a",
            "&#",
            "<!--",
            "<script>",
            "</script",
            "&amp;",
            "<script></",
        ] {
            let text = rubbish.repeat((1 << 18) / rubbish.len());
            assert!(to_plain_text(&text, 50).chars().count() <= 50, "{rubbish}");
        }
    }
}
