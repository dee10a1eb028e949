use super::*;
use crate::outbound::NetworkPolicy;
use test_server::{ok_response, spawn_canned_server};

fn test_time() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

fn parse_feed(body: impl AsRef<[u8]>) -> Vec<NewsItem> {
    parse_items(
        body.as_ref(),
        &Url::parse("https://news.example/feed/rss.xml").unwrap(),
        test_time(),
    )
    .unwrap()
}

fn rss_feed(items: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Grain &amp; \
            Feed</title><link>https://news.example/</link>{items}</channel></rss>"
    )
}

async fn fetch_items(answer: Vec<u8>) -> Result<Vec<NewsItem>, FeedError> {
    let address = spawn_canned_server(answer).await;
    NewsFeed::new(
        OutboundClient::new(NetworkPolicy::WITH_PRIVATE).unwrap(),
        &format!("http://{address}/rss"),
        Clock::fixed(test_time()),
    )
    .unwrap()
    .fetch_latest()
    .await
}

#[tokio::test]
async fn parses_rss() {
    let feed = rss_feed(
        "<item><title>Corn prices \
        &lt;b&gt;rise&lt;/b&gt;</title><link>https://news.example/1</link><pubDate>Thu, 19 Nov \
        2026 08:30:00 GMT</pubDate><description><![CDATA[<p>Exports <a \
        href=\"javascript:x\">helped</a>.</p><script>alert(1)</script>]]></description></item><item><title>Urea \
        climbs</title><link>http://news.example/2</link><pubDate>Fri, 20 Nov 2026 08:30:00 \
        GMT</pubDate></item>",
    );
    let items = fetch_items(ok_response(feed)).await.unwrap();
    let [urea, corn] = items.as_slice() else {
        panic!("two items")
    };
    assert_eq!(
        (
            urea.title.as_str(),
            urea.impact,
            urea.link.as_deref(),
            urea.summary.as_str()
        ),
        ("Urea climbs", Impact::Negative, None, "")
    );
    assert_eq!(
        (
            corn.title.as_str(),
            corn.impact,
            corn.commodities.as_slice()
        ),
        (
            "Corn prices rise",
            Impact::Positive,
            [Commodity::Corn].as_slice()
        )
    );
    assert_eq!(
        (corn.summary.as_str(), corn.link.as_deref()),
        ("Exports helped .", Some("https://news.example/1"))
    );
    assert_eq!(
        (corn.source.as_str(), corn.time.unwrap().to_rfc3339()),
        ("Grain & Feed", "2026-11-19T08:30:00+00:00".to_owned())
    );
}

#[test]
fn parses_atom() {
    let items = parse_feed(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title \
            type=\"html\">&lt;i&gt;Wire&lt;/i&gt;</title><entry><title>Wheat slips</title><link \
            rel=\"enclosure\" href=\"https://news.example/audio.mp3\"/><link rel=\"alternate\" \
            href=\"../story/7\"/><updated>2026-11-18T00:00:00Z</updated><content \
            type=\"html\">&lt;p&gt;Rain in \
            &lt;em&gt;Kansas&lt;/em&gt;&lt;/p&gt;</content></entry></feed>",
    );
    assert_eq!(items.len(), 1);
    assert_eq!(
        (
            items[0].source.as_str(),
            items[0].summary.as_str(),
            items[0].impact
        ),
        ("Wire", "Rain in Kansas", Impact::Negative)
    );
    assert_eq!(
        (items[0].link.as_deref(), items[0].time.is_some()),
        (Some("https://news.example/story/7"), true)
    );
}

#[test]
fn parses_json_feed() {
    let items = parse_feed(
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"items\":[{\"id\":\"1\",\"url\":\"https://news.example/9\",\"title\":\"Soybeans \
            gain\",\"content_text\":\"\"}]}",
    );
    assert_eq!(
        (items[0].title.as_str(), items[0].impact, items[0].time),
        ("Soybeans gain", Impact::Positive, None)
    );
}

#[test]
fn keeps_only_https_links() {
    let links = [
        "http://news.example/1",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://user@news.example/1",
        "https://user:p@news.example/",
        "ftp://news.example/",
        "https://",
    ];
    for href in links {
        assert_eq!(
            find_safe_link(&[Link {
                href: href.to_owned(),
                ..new_link()
            }]),
            None,
            "{href}"
        );
    }
    assert_eq!(
        find_safe_link(&[Link {
            href: format!("https://news.example/{}", "x".repeat(3_000)),
            ..new_link()
        }]),
        None
    );
    assert_eq!(
        find_safe_link(&[
            Link {
                rel: Some("enclosure".to_owned()),
                ..new_link()
            },
            new_link()
        ])
        .as_deref(),
        Some("https://news.example/a?b=c")
    );
}

fn new_link() -> Link {
    Link {
        href: "https://news.example/a?b=c".to_owned(),
        target: None,
        rel: None,
        media_type: None,
        href_lang: None,
        title: None,
        length: None,
    }
}

#[test]
fn keeps_newest_twenty_without_future_items() {
    let item = |day: u32, title: &str| {
        format!(
            "<item><title>{title}</title><pubDate>{}</pubDate></item>",
            test_time()
                .date_naive()
                .checked_sub_days(chrono::Days::new(day.into()))
                .unwrap()
                .format("%a, %d %b %Y 00:00:00 GMT")
        )
    };
    let mut feed: String = (1..40)
        .map(|day| item(day, &format!("story {day}")))
        .collect();
    feed += "<item><title>undated</title></item><item><title> \
        </title></item><item><description>no title</description></item>";
    feed += "<item><title>ahead</title><pubDate>Fri, 20 Nov 2099 00:00:00 \
        GMT</pubDate></item><item><title>odd</title><pubDate>yesterday</pubDate></item>";
    let items = parse_feed(rss_feed(&feed));
    assert_eq!(
        (
            items.len(),
            items[0].title.as_str(),
            items[19].title.as_str()
        ),
        (20, "story 1", "story 20")
    );
    let few = parse_feed(rss_feed(&format!(
        "<item><title>undated</title></item>{}{}",
        item(3, "story"),
        item(3, "story")
    )));
    assert_eq!(
        few.iter()
            .map(|item| item.title.as_str())
            .collect::<Vec<_>>(),
        ["story", "undated"]
    );
}

#[tokio::test]
async fn reports_invalid_feed() {
    let deep = "<a>".repeat(200_000);
    let inside = rss_feed(&format!("<item><title>{}", "<b>".repeat(200_000)));
    let json = "{\"a\":".repeat(150_000);
    for body in [
        "",
        "<html><body>Corn rises</body></html>",
        "corn",
        "{}",
        "<rss version=\"9\"/>",
        &deep,
        &json,
    ] {
        assert_eq!(
            fetch_items(ok_response(body))
                .await
                .unwrap_err()
                .to_string(),
            "sent an invalid answer: it is not an RSS, Atom or JSON feed."
        );
    }
    assert!(matches!(
        fetch_items(ok_response(inside)).await,
        Ok(_) | Err(FeedError::Unreadable(_))
    ));
    assert_eq!(
        fetch_items(ok_response(vec![b'<'; (1 << 20) + 1])).await,
        Err(OutboundError::TooLarge(1024).into())
    );
    assert_eq!(
        fetch_items(b"HTTP/1.1 301 Moved\r\nlocation: https://elsewhere.example/\r\ncontent-length: 0\r\n\r\n".to_vec()).await,
        Err(OutboundError::Redirect.into())
    );
    assert_eq!(parse_feed(rss_feed("")), []);
}

#[test]
fn limits_entity_expansion() {
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE rss [<!ENTITY a \"ha\"><!ENTITY b \
        \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]><rss \
        version=\"2.0\"><channel><title>x</title><item><title>Corn &b; \
        &c;</title></item></channel></rss>";
    let url = Url::parse("https://news.example/").unwrap();
    for item in parse_items(laughs.as_bytes(), &url, test_time()).unwrap_or_default() {
        assert!(
            !item.title.contains("haha") && !item.title.contains("root:"),
            "{item:?}"
        );
    }
}

#[test]
fn decodes_other_character_sets() {
    let mut feed = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss version=\"2.0\"><channel><title>x</title><item><title>Corn ma\xefs rises</title></item></channel></rss>".to_vec();
    assert_eq!(parse_feed(&feed)[0].title, "Corn ma\u{ef}s rises");
    feed.truncate(150);
    assert!(
        parse_items(
            &feed,
            &Url::parse("https://news.example/").unwrap(),
            test_time()
        )
        .is_none_or(|items| items.len() < 2)
    );
}
