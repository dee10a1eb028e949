//! Text as HTML.

/// Characters that end a sentence rather than a URL.
const CLOSING_PUNCTUATION: [char; 8] = ['.', ',', ';', ':', '!', '?', ')', '"'];

/// The text with the characters of HTML escaped, for content and quoted attributes.
pub(crate) fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// The line, escaped, with links at its URLs.
pub(crate) fn link_urls(line: &str) -> String {
    let mut html = String::new();
    let mut rest = line;
    while let Some(start) = find_url(rest) {
        let (before, from_url) = rest.split_at(start);
        let end = from_url
            .find(|c: char| c.is_whitespace() || c == '<' || c == '>')
            .unwrap_or(from_url.len());
        let (word, after) = from_url.split_at(end);
        let url = word.trim_end_matches(CLOSING_PUNCTUATION);
        let escaped = escape_html(url);
        html += &escape_html(before);
        html += &format!("<a href=\"{escaped}\">{escaped}</a>");
        html += &escape_html(word.strip_prefix(url).unwrap_or_default());
        rest = after;
    }
    html + &escape_html(rest)
}

fn find_url(text: &str) -> Option<usize> {
    ["https://", "http://"]
        .iter()
        .filter_map(|scheme| text.find(scheme))
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_become_links_without_the_punctuation_after_them() {
        assert_eq!(
            link_urls("Open http://a.example/x?y=1&z=2, or <https://b.example>."),
            "Open <a href=\"http://a.example/x?y=1&amp;z=2\">http://a.example/x?y=1&amp;z=2</a>, \
                or &lt;<a href=\"https://b.example\">https://b.example</a>&gt;."
        );
        assert_eq!(
            link_urls("no 'link' & nothing"),
            "no &#39;link&#39; &amp; nothing"
        );
        assert!(!link_urls("javascript:alert(1)").contains("href"));
        assert_eq!(
            link_urls("https://x.example/\"onclick=\"a"),
            "<a href=\"https://x.example/&quot;onclick=&quot;a\">\
                https://x.example/&quot;onclick=&quot;a</a>"
        );
    }
}
