//! Texts that stand alone in a row: notes of the report, or names of the lines below.

use crate::lexicon::fold;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoneText {
    /// Says something of the report, such as `Page 3`.
    Note,
    /// Perhaps a name.
    Unclear,
    Name,
}

/// Longer texts are no names.
const MAX_NAME_LENGTH: usize = 80;

/// Words after which a word such as `printed` is no part of a name.
const LINKS: [&str; 26] = [
    "by",
    "on",
    "at",
    "am",
    "vom",
    "von",
    "le",
    "el",
    "il",
    "em",
    "por",
    "par",
    "da",
    "date",
    "time",
    "datum",
    "from",
    "of",
    "for",
    "the",
    "del",
    "total",
    "run",
    "generated",
    "created",
    "parameters",
];

pub(crate) fn read_lone_text(text: &str) -> LoneText {
    let folded = fold(text);
    let mut words = folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let Some(first) = words.next() else {
        // A line of dashes.
        return LoneText::Note;
    };
    if is_note(&folded, first, words.next()) {
        LoneText::Note
    } else if folded.starts_with(['*', '-', '=', '_', '(', '['])
        || folded.chars().count() > MAX_NAME_LENGTH
    {
        LoneText::Unclear
    } else {
        LoneText::Name
    }
}

/// Words of notes begin names too, such as `Page Farms`, so what follows them decides.
fn is_note(folded: &str, first: &str, second: Option<&str>) -> bool {
    let Some(second) = second else {
        return is_page_word(first) || is_report_word(first) || is_remark_word(first);
    };
    let has_digit = |text: &str| text.bytes().any(|letter| letter.is_ascii_digit());
    let is_linked = LINKS.contains(&second);
    let has_colon = folded
        .split_once(':')
        .is_some_and(|(head, _)| head.split_whitespace().count() <= 3);
    (is_page_word(first) && has_digit(second))
        || (is_report_word(first) && (is_linked || has_colon || has_digit(folded)))
        || (is_remark_word(first) && has_colon)
}

fn is_page_word(word: &str) -> bool {
    matches!(word, "page" | "seite" | "pagina" | "strona")
}

fn is_report_word(word: &str) -> bool {
    matches!(
        word,
        "printed"
            | "gedruckt"
            | "impreso"
            | "imprime"
            | "stampato"
            | "impresso"
            | "report"
            | "run"
            | "generated"
            | "erstellt"
            | "end"
            | "exported"
            | "continued"
            | "fortsetzung"
            | "prepared"
            | "confidential"
            | "copyright"
            | "stand"
    )
}

fn is_remark_word(word: &str) -> bool {
    matches!(
        word,
        "note" | "notes" | "hinweis" | "nota" | "source" | "remarque" | "filter" | "filters"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_word_tells_notes_from_names() {
        for note in [
            "Page 3 of 7",
            "Seite: 2",
            "Printed by Kim",
            "Run date: 01/31/2026",
            "Report total",
            "Note: prices are net",
            "*** End of report ***",
            "(continued)",
            "----------",
        ] {
            assert_eq!(read_lone_text(note), LoneText::Note, "{note}");
        }
        for name in [
            "Page Farms",
            "Note Seed Co",
            "End Grain",
            "Run River Farm",
            "10045",
        ] {
            assert_eq!(read_lone_text(name), LoneText::Name, "{name}");
        }
        assert_eq!(read_lone_text("(no account)"), LoneText::Unclear);
    }
}
