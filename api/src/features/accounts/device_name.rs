//! Device names from user agents.

/// Marks in user agents, and the names of their browsers. Browsers imitate each other, so the first
/// match counts.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];
/// The maximum length of a program name, such as `curl` of `curl/8.5.0`.
const MAX_PROGRAM_NAME_CHARS: usize = 40;

/// The device name, such as `Firefox on Windows`, `curl` or `Unknown device`.
pub(super) fn describe_device(user_agent: Option<&str>) -> String {
    let text = user_agent.unwrap_or_default();
    let find_name = |names: &[(&str, &'static str)]| {
        names
            .iter()
            .find(|(mark, _)| text.contains(mark))
            .map(|(_, name)| *name)
    };
    match (find_name(&BROWSERS), find_name(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) if text.starts_with("Mozilla/") => format!("A browser on {system}"),
        _ => parse_program_name(text),
    }
}

fn parse_program_name(text: &str) -> String {
    let name: String = text
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c))
        .take(MAX_PROGRAM_NAME_CHARS)
        .collect();
    if name.is_empty() {
        "Unknown device".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::describe_device;

    #[test]
    fn names_browsers_and_programs() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, \
                    like Gecko) Version/18.5 Safari/605.1.15",
                "Safari on Mac",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 \
                    (KHTML, like Gecko) CriOS/137.0 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                    Chrome/137.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                    Chrome/137.0.0.0 Safari/537.36 Edg/137.0",
                "Edge on Windows",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64)", "A browser on Linux"),
            ("curl/8.5.0", "curl"),
            ("python-requests/2.32", "python-requests"),
            ("<script>alert(1)</script>", "Unknown device"),
        ] {
            assert_eq!(describe_device(Some(user_agent)), name, "{user_agent}");
        }
        assert_eq!(describe_device(None), "Unknown device");
    }
}
