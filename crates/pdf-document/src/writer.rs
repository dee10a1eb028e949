//! Writes pages as a PDF file.

use crate::document::Document;
use crate::layout::{Layout, Mark, Shape};
use crate::structure::Structure;
use crate::typeset::Typefaces;
use chrono::{DateTime, Datelike, Timelike, Utc};
use krilla::SerializeSettings;
use krilla::color::rgb;
use krilla::configure::Configuration;
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::{DateTime as PdfDateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag};

/// A document cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    #[error("the fonts could not be read")]
    Font,
    #[error("the size of a page is invalid")]
    PageSize,
    #[error("the PDF could not be written: {0}")]
    Write(String),
}

impl From<KrillaError> for PdfError {
    fn from(error: KrillaError) -> Self {
        Self::Write(error.to_string())
    }
}

impl Document {
    /// The bytes of the file.
    pub fn to_pdf(&self) -> Result<Vec<u8>, PdfError> {
        self.write(Configuration::default())
    }

    pub(crate) fn write(&self, configuration: Configuration) -> Result<Vec<u8>, PdfError> {
        let faces = Typefaces::load()?;
        let layout = Layout::new(self, faces);
        let mut file = krilla::Document::new_with(SerializeSettings {
            configuration,
            ..SerializeSettings::default()
        });
        let mut structure = layout.structure;
        for marks in layout.pages {
            let size = PageSettings::from_wh(layout.size.width, layout.size.height);
            let mut page = file.start_page_with(size.ok_or(PdfError::PageSize)?);
            let mut surface = page.surface();
            for mark in marks {
                draw_mark(mark, faces, &mut surface, &mut structure);
            }
            surface.finish();
            page.finish();
        }
        let mut outline = Outline::new();
        let start = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(self.title.clone(), start));
        file.set_outline(outline);
        file.set_tag_tree(
            structure
                .into_tree()
                .with_lang(Some(self.language.tag().to_owned())),
        );
        let metadata = Metadata::new()
            .title(self.title.clone())
            .language(self.language.tag().to_owned())
            .creator("Sprout".to_owned())
            .creation_date(to_pdf_time(self.created_at));
        file.set_metadata(metadata);
        Ok(file.finish()?)
    }
}

fn draw_mark(mark: Mark, faces: &Typefaces, surface: &mut Surface<'_>, structure: &mut Structure) {
    let tag = match (&mark.element, &mark.shape) {
        (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther)),
        (Some(_), Shape::Text { .. }) => ContentTag::Span(SpanTag::empty()),
        (Some(_), Shape::Rectangle { .. }) => ContentTag::Other,
    };
    let drawn = surface.start_tagged(tag);
    match mark.shape {
        Shape::Text { line, x, baseline } if !line.glyphs.is_empty() => {
            surface.set_fill(Some(fill(line.style.color)));
            surface.draw_glyphs(
                Point::from_xy(x, baseline),
                &line.glyphs,
                faces.font(line.style.weight),
                &line.text,
                line.style.size,
                false,
            );
        }
        Shape::Text { .. } => {}
        Shape::Rectangle {
            x,
            y,
            width,
            height,
            color,
        } => {
            let mut path = PathBuilder::new();
            if let Some(area) = Rect::from_xywh(x, y, width, height) {
                path.push_rect(area);
            }
            if let Some(path) = path.finish() {
                surface.set_fill(Some(fill(color)));
                surface.draw_path(&path);
            }
        }
    }
    surface.end_tagged();
    if let Some(element) = mark.element {
        structure.add_content(element, drawn);
    }
}

fn fill([red, green, blue]: [u8; 3]) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        ..Fill::default()
    }
}

fn to_pdf_time(at: DateTime<Utc>) -> PdfDateTime {
    let part = |value: u32| u8::try_from(value).unwrap_or(0);
    PdfDateTime::new(u16::try_from(at.year()).unwrap_or(0))
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()))
        .second(part(at.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{BarChart, Field, Table, TableColumn};
    use krilla::configure::{Accessibility, ConfigurationBuilder};
    use localization::Language;

    /// The rules of PDF/UA-1: all text tagged, charts described, no glyph without its character.
    #[test]
    fn documents_of_hostile_texts_are_accessible() {
        let hostile = [
            "=HYPERLINK(\"x\")",
            "a\u{0}b\u{7}c\r\nd\te",
            "مرحبا بالعالم 123 abc",
            "שלום\u{5b8} עולם",
            "Z\u{335}\u{353}a\u{342}\u{30d}l\u{489}g\u{327}o",
            "👩‍🌾🏽 \u{e000}\u{10ffff}\u{fffe}",
            "office flow ﬁne ff",
            "\u{202e}reversed",
            "",
        ];
        let mut document = Document::new(
            "Hostile \u{0} مرحبا",
            Language::English,
            DateTime::UNIX_EPOCH,
        );
        for text in hostile {
            document = document
                .heading(text)
                .subtitle(text)
                .paragraph(text)
                .fields(vec![Field::new(text, text)])
                .table(Table {
                    columns: vec![TableColumn::text(text), TableColumn::figures(text)],
                    rows: vec![vec![text.to_owned(), text.to_owned()], vec![]],
                    total_rows: 2,
                    totals: vec![Field::new(text, text)],
                })
                .bar_chart(BarChart {
                    title: text.to_owned(),
                    description: format!("Chart of {text}."),
                    bars: vec![
                        (text.to_owned(), "1".to_owned(), f64::MAX),
                        (text.to_owned(), "0".to_owned(), -f64::MAX),
                    ],
                });
        }
        let rules = ConfigurationBuilder::new()
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .unwrap();
        let written = document.write(rules);
        assert!(written.is_ok(), "{:?}", written.err());
    }
}
