//! Messages as the incoming webhooks of Slack and Microsoft Teams take them. Names in messages come
//! from data, so none of their characters may format, link or mention.

use serde_json::{Value, json};

/// Slack rejects a text block that is longer. Shorter than the limit of 3,000.
const MAX_SLACK_CHARS: usize = 2_900;

/// A message to a channel, as plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelMessage {
    /// One line.
    pub title: String,
    /// When it happened.
    pub moment: Option<String>,
    /// What happened.
    pub body: String,
    /// The label and the URL of the page with the figure.
    pub link: Option<(String, String)>,
    /// Why the channel gets the message.
    pub footer: String,
}

impl ChannelMessage {
    /// The JSON body for Slack: blocks, and the text of the notification. Blocks are plain text,
    /// which has no formatting; only the link is `mrkdwn`.
    pub fn to_slack_body(&self) -> String {
        let plain = |text: &str| json!({"type": "plain_text", "text": escape_slack(text)});
        let context = |text: &str| json!({"type": "context", "elements": [plain(text)]});
        let section = |text: &str| json!({"type": "section", "text": plain(text)});
        let mut blocks = vec![section(&self.title)];
        blocks.extend(self.moment.as_deref().map(context));
        blocks.push(section(&self.body));
        if let Some((label, url)) = &self.link {
            let text = format!("<{}|{}>", escape_slack_url(url), escape_slack(label));
            blocks.push(json!({"type": "section", "text": {"type": "mrkdwn", "text": text}}));
        }
        blocks.push(context(&self.footer));
        let text = escape_slack(&format!("{}\n{}", self.title, self.body));
        json!({"text": text, "blocks": blocks}).to_string()
    }

    /// The JSON body for a Teams workflow: an Adaptive Card. Its texts are runs of a
    /// `RichTextBlock`, which has no Markdown, unlike a `TextBlock`.
    pub fn to_teams_body(&self) -> String {
        let block = |run: Value| json!({"type": "RichTextBlock", "inlines": [run]});
        let subtle = |text: &str| {
            let text = escape_teams(text);
            block(json!({"type": "TextRun", "text": text, "size": "Small", "isSubtle": true}))
        };
        let title = escape_teams(&self.title);
        let title = json!({"type": "TextRun", "text": title, "size": "Medium", "weight": "Bolder"});
        let mut body = vec![block(title)];
        body.extend(self.moment.as_deref().map(subtle));
        body.push(block(
            json!({"type": "TextRun", "text": escape_teams(&self.body)}),
        ));
        body.push(subtle(&self.footer));
        let actions: Vec<Value> = self
            .link
            .iter()
            .map(|(label, url)| json!({"type": "Action.OpenUrl", "title": label, "url": url}))
            .collect();
        let card = json!({
            "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
            "type": "AdaptiveCard",
            "version": "1.4",
            "msteams": {"width": "Full"},
            "body": body,
            "actions": actions,
        });
        let attachment = json!({
            "contentType": "application/vnd.microsoft.card.adaptive",
            "contentUrl": null,
            "content": card,
        });
        json!({"type": "message", "attachments": [attachment]}).to_string()
    }
}

/// Escapes Slack's control characters, and cuts the text before [`MAX_SLACK_CHARS`].
fn escape_slack(text: &str) -> String {
    let mut escaped = String::new();
    let mut length = 0;
    for character in text.chars() {
        let entity = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            _ => "",
        };
        length += entity.len().max(1);
        if length > MAX_SLACK_CHARS {
            escaped += "...";
            break;
        }
        if entity.is_empty() {
            escaped.push(character);
        } else {
            escaped += entity;
        }
    }
    escaped
}

/// A URL within `<URL|label>`.
fn escape_slack_url(url: &str) -> String {
    url.replace('|', "%7C")
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('&', "&amp;")
}

/// Separates braces, because clients replace `{{DATE(...)}}`.
fn escape_teams(text: &str) -> String {
    text.replace("{{", "{\u{200b}{")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> ChannelMessage {
        ChannelMessage {
            title: "Warning: Margin <!channel> & *bold*".to_owned(),
            moment: Some("16 June 2026 at 10:00 (America/Chicago)".to_owned()),
            body: "Ames <b>: [1](https://x.example) _2_ {{DATE(2026-06-16T00:00:00Z)}}".to_owned(),
            link: Some((
                "Open the figures".to_owned(),
                "https://s.example/explore?a=1&b=x|y>".to_owned(),
            )),
            footer: "Sent for Ann.".to_owned(),
        }
    }

    fn parse(body: &str) -> Value {
        serde_json::from_str(body).unwrap()
    }

    #[test]
    fn slack_names_cannot_mention_link_or_format() {
        let body = parse(&message().to_slack_body());
        let blocks = body["blocks"].as_array().unwrap();
        let kinds: Vec<_> = blocks.iter().map(|block| &block["type"]).collect();
        assert_eq!(
            kinds,
            ["section", "context", "section", "section", "context"]
        );
        assert_eq!(
            blocks[0]["text"],
            json!({
                "type": "plain_text",
                "text": "Warning: Margin &lt;!channel&gt; &amp; *bold*",
            })
        );
        assert_eq!(
            blocks[3]["text"],
            json!({
                "type": "mrkdwn",
                "text": "<https://s.example/explore?a=1&amp;b=x%7Cy%3E|Open the figures>",
            })
        );
        let without_link = ChannelMessage {
            link: None,
            ..message()
        };
        assert!(!without_link.to_slack_body().contains(['<', '>']));
        assert!(body["text"].as_str().unwrap().contains("Ames &lt;b&gt;"));
    }

    #[test]
    fn slack_texts_stay_below_the_limit_after_escaping() {
        let long = ChannelMessage {
            body: "&".repeat(1_000),
            ..message()
        };
        let body = parse(&long.to_slack_body());
        let text = body["blocks"][2]["text"]["text"].as_str().unwrap();
        assert!(text.len() <= 3_000 && text.ends_with("&amp;..."), "{text}");
    }

    #[test]
    fn teams_card_has_no_markdown_and_one_link() {
        let body = parse(&message().to_teams_body());
        assert_eq!(body["type"], "message");
        let attachment = &body["attachments"][0];
        assert_eq!(
            attachment["contentType"],
            "application/vnd.microsoft.card.adaptive"
        );
        let card = &attachment["content"];
        let blocks = card["body"].as_array().unwrap();
        assert!(blocks.iter().all(|block| block["type"] == "RichTextBlock"));
        let text = |index: usize| blocks[index]["inlines"][0]["text"].as_str().unwrap();
        assert_eq!(text(0), message().title);
        assert!(text(2).starts_with("Ames <b>: [1](https://x.example) _2_ "));
        assert!(!text(2).contains("{{"), "{}", text(2));
        assert_eq!(text(3), "Sent for Ann.");
        assert_eq!(
            card["actions"],
            json!([{
                "type": "Action.OpenUrl",
                "title": "Open the figures",
                "url": "https://s.example/explore?a=1&b=x|y>",
            }])
        );
    }
}
