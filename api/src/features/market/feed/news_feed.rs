//! Market news from an RSS, Atom or JSON feed: plain text, newest first, each item with its impact
//! on growers.

mod news_impact;
mod plain_text;

use std::cmp::Reverse;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use feed_rs::model::{Entry, Link};
use feed_rs::parser::Builder;
use reqwest::Url;

pub(super) use news_impact::NewsAssessment;
pub use news_impact::{IMPACT_RULE, Impact};

use super::{Feed, FeedError, REQUEST_LIMITS};
use crate::clock::Clock;
use crate::features::market::commodity::Commodity;
use crate::outbound::{OutboundClient, OutboundError};
use plain_text::to_plain_text;

/// Status if no feed is configured.
pub const DISABLED_MESSAGE: &str = "News is not set up on this server. Ask the people who run it to \
    connect a news feed.";

/// Maximum number of items.
const MAX_ITEMS: usize = 20;
/// Maximum characters of a title.
const MAX_TITLE_CHARS: usize = 200;
/// Maximum characters of a summary.
const MAX_SUMMARY_CHARS: usize = 400;
/// Maximum bytes of a link.
const MAX_LINK_BYTES: usize = 2_000;

/// One item of the Market News list. All texts are plain: no markup, no control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    pub title: String,
    /// Publication time; none if the feed gives none.
    pub time: Option<DateTime<Utc>>,
    /// By [`IMPACT_RULE`].
    pub impact: Impact,
    /// Commodities in the text.
    pub commodities: Vec<Commodity>,
    /// Empty if the feed gives none.
    pub summary: String,
    /// Link to the article; always https.
    pub link: Option<String>,
    /// Name of the feed; empty if it has none.
    pub source: String,
}

/// A news feed.
pub struct NewsFeed {
    outbound: OutboundClient,
    address: Url,
    clock: Clock,
}

impl NewsFeed {
    /// `address`: URL of an RSS, Atom or JSON feed.
    pub fn new(
        outbound: OutboundClient,
        address: &str,
        clock: Clock,
    ) -> Result<Self, OutboundError> {
        let address = outbound.parse_url(address)?;
        Ok(Self {
            outbound,
            address,
            clock,
        })
    }
}

#[async_trait]
impl Feed<Vec<NewsItem>> for NewsFeed {
    async fn fetch_latest(&self) -> Result<Vec<NewsItem>, FeedError> {
        let accept = "application/rss+xml, application/atom+xml, application/feed+json, \
            application/xml;q=0.9, text/xml;q=0.8";
        let body = self
            .outbound
            .get(&self.address, accept, REQUEST_LIMITS)
            .await?;
        let (address, now) = (self.address.clone(), self.clock.now());
        let unreadable = |what: &str| FeedError::Unreadable(what.to_owned());
        // Parsing a megabyte takes longer than other requests should wait.
        let items = tokio::task::spawn_blocking(move || parse_items(&body, &address, now))
            .await
            .map_err(|_| unreadable("parsing it failed"))?;
        items.ok_or_else(|| unreadable("it is not an RSS, Atom or JSON feed"))
    }
}

/// The items of a feed; none if `body` is not a feed.
fn parse_items(body: &[u8], address: &Url, now: DateTime<Utc>) -> Option<Vec<NewsItem>> {
    // Ids are unused, and the crate generates random ones for feeds without them.
    let parser = Builder::new()
        .base_uri(Some(address.as_str()))
        .id_generator(|_, _, _| String::new())
        .build();
    let feed = parser.parse(body).ok()?;
    let source = feed
        .title
        .map(|title| to_plain_text(&title.content, MAX_TITLE_CHARS))
        .unwrap_or_default();
    let mut items: Vec<NewsItem> = feed
        .entries
        .into_iter()
        .filter_map(|entry| parse_item(entry, &source))
        .collect();
    // Items dated far in the future would stay on top forever.
    items.retain(|item| {
        item.time
            .is_none_or(|time| time <= now + TimeDelta::days(1))
    });
    items.sort_by_key(|item| Reverse(item.time));
    items.dedup_by(|later, earlier| later.title == earlier.title);
    items.truncate(MAX_ITEMS);
    Some(items)
}

/// None for an entry without a title.
fn parse_item(entry: Entry, source: &str) -> Option<NewsItem> {
    let title = to_plain_text(&entry.title?.content, MAX_TITLE_CHARS);
    if title.is_empty() {
        return None;
    }
    let text = entry
        .summary
        .map(|summary| summary.content)
        .or_else(|| entry.content?.body);
    let summary = text
        .map(|text| to_plain_text(&text, MAX_SUMMARY_CHARS))
        .unwrap_or_default();
    let NewsAssessment {
        impact,
        commodities,
    } = NewsAssessment::from_text(&title, &summary);
    Some(NewsItem {
        title,
        time: entry.published.or(entry.updated),
        impact,
        commodities,
        summary,
        link: find_safe_link(&entry.links),
        source: source.to_owned(),
    })
}

/// The first safe link to the item.
fn find_safe_link(links: &[Link]) -> Option<String> {
    let item_links = links
        .iter()
        .filter(|link| link.rel.as_deref().is_none_or(|rel| rel == "alternate"));
    item_links
        .filter_map(|link| Url::parse(&link.href).ok())
        .find(|url| {
            url.scheme() == "https"
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
                && url.as_str().len() <= MAX_LINK_BYTES
        })
        .map(String::from)
}

#[cfg(test)]
mod tests;
