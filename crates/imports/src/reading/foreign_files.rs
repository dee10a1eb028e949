//! Recognizes files that hold no table, by their first bytes or by the parts of their archive.

use crate::refusal::ForeignFile;

const SIGNATURES: [(&[u8], ForeignFile); 12] = [
    (b"%PDF", ForeignFile::Pdf),
    (b"{\\rtf", ForeignFile::RichText),
    (b"\x89PNG", ForeignFile::Image),
    (b"\xff\xd8\xff", ForeignFile::Image),
    (b"GIF8", ForeignFile::Image),
    (b"II*\0", ForeignFile::Image),
    (b"MM\0*", ForeignFile::Image),
    (b"7z\xbc\xaf", ForeignFile::Archive),
    (b"Rar!", ForeignFile::Archive),
    (b"SQLite format 3\0", ForeignFile::Database),
    (b"\0\x01\0\0Standard", ForeignFile::Database),
    (b"MIME-Version", ForeignFile::WebPage),
];

/// Starts of markup, in lower case. A web page can follow a declaration of XML.
const MARKUP: [(&str, ForeignFile); 7] = [
    ("<!doctype html", ForeignFile::WebPage),
    ("<html", ForeignFile::WebPage),
    ("<head", ForeignFile::WebPage),
    ("<body", ForeignFile::WebPage),
    ("<table", ForeignFile::WebPage),
    ("<script", ForeignFile::WebPage),
    ("<?xml", ForeignFile::Xml),
];

/// The kind of a file with this start; `None` if it may hold a table.
pub(super) fn recognize_start(head: &[u8]) -> Option<ForeignFile> {
    if let Some((_, kind)) = SIGNATURES.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(*kind);
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    if is_json(text) {
        return Some(ForeignFile::Json);
    }
    let start = text
        .chars()
        .take(200)
        .collect::<String>()
        .to_ascii_lowercase();
    if start.contains("<html") {
        return Some(ForeignFile::WebPage);
    }
    let found = MARKUP.iter().find(|(mark, _)| start.starts_with(mark));
    found.map(|(_, kind)| *kind).or_else(|| {
        let is_declared = start.starts_with("<!doctype");
        is_declared.then_some(ForeignFile::Xml)
    })
}

/// Whether a text starts like an object, or like a list of objects or lists.
fn is_json(text: &str) -> bool {
    let after = |open: char| text.strip_prefix(open).map(str::trim_start);
    after('{').is_some_and(|rest| rest.starts_with(['"', '}']))
        || after('[').is_some_and(|rest| {
            let inner = rest.strip_prefix(['{', '[']).map(str::trim_start);
            rest.starts_with(']')
                || inner.is_some_and(|inner| {
                    inner.starts_with(['"', '}', ']', '-'])
                        || inner.starts_with(|letter: char| letter.is_ascii_digit())
                })
        })
}

/// The kind of document that an archive with these entries is; `None` if it is none of these.
pub(super) fn recognize_archive(has: impl Fn(&str) -> bool) -> Option<ForeignFile> {
    if has("word/document.xml") {
        return Some(ForeignFile::Word);
    }
    has("ppt/presentation.xml").then_some(ForeignFile::Presentation)
}

/// The kind of an `OpenDocument` file by its media type; `None` for spreadsheets and unknown ones.
pub(super) fn recognize_media_type(media_type: &str) -> Option<ForeignFile> {
    let kind = media_type
        .trim()
        .strip_prefix("application/vnd.oasis.opendocument.")?;
    if kind.starts_with("text") {
        return Some(ForeignFile::Word);
    }
    kind.starts_with("presentation")
        .then_some(ForeignFile::Presentation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_and_documents_are_told_from_tables() {
        for (head, kind) in [
            ("[{\"a\": 1}]", Some(ForeignFile::Json)),
            ("\u{feff}\n{ \"rows\": []}", Some(ForeignFile::Json)),
            ("[[1, 2], [3]]", Some(ForeignFile::Json)),
            ("[]", Some(ForeignFile::Json)),
            ("<?xml version=\"1.0\"?><html>", Some(ForeignFile::WebPage)),
            ("<?xml version=\"1.0\"?><rows/>", Some(ForeignFile::Xml)),
            ("<!DOCTYPE html>", Some(ForeignFile::WebPage)),
            ("%PDF-1.7", Some(ForeignFile::Pdf)),
            ("[Report] Stock on hand\nitem,qty", None),
            ("[item];[qty]\n1;2", None),
            ("{Stock},qty\na,1", None),
            ("item,qty\na,1", None),
        ] {
            assert_eq!(recognize_start(head.as_bytes()), kind, "{head}");
        }
        let text = "application/vnd.oasis.opendocument.text";
        assert_eq!(recognize_media_type(text), Some(ForeignFile::Word));
        let sheet = "application/vnd.oasis.opendocument.spreadsheet";
        assert_eq!(recognize_media_type(sheet), None);
    }
}
