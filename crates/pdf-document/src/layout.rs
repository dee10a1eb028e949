//! Places the parts of a document on pages.

mod bar_chart;
mod table;

use crate::MAX_PAGES;
use crate::document::{Block, Document, Field};
use crate::page_size::{MARGIN, PageSize};
use crate::structure::{ElementId, Structure};
use crate::typeset::{Line, REPLACEMENT, Style, Typefaces, Weight};
use krilla::tagging::Tag;
use localization::{Language, fill_text};
use std::num::NonZeroU16;

const INK: [u8; 3] = [29, 37, 33];
const GRAY: [u8; 3] = [92, 102, 97];
const ACCENT: [u8; 3] = [46, 125, 80];
const NEGATIVE: [u8; 3] = [178, 84, 44];
const RULE: [u8; 3] = [205, 212, 208];

const TITLE: Style = Style {
    weight: Weight::Bold,
    size: 20.0,
    color: INK,
};
const HEADING: Style = Style {
    weight: Weight::Bold,
    size: 13.0,
    color: INK,
};
const SUBTITLE: Style = Style {
    weight: Weight::Regular,
    size: 10.0,
    color: GRAY,
};
const BODY: Style = Style {
    weight: Weight::Regular,
    size: 9.5,
    color: INK,
};
const LABEL: Style = Style {
    weight: Weight::Regular,
    size: 8.0,
    color: GRAY,
};
const FOOTER: Style = Style {
    weight: Weight::Regular,
    size: 8.0,
    color: GRAY,
};

/// The height of a line of text, as a multiple of its size.
const LINE_HEIGHT: f32 = 1.3;
/// Where letters stand in their line, as a part of its height.
const BASELINE: f32 = 0.75;
const BLOCK_GAP: f32 = 12.0;
/// Above a heading, in addition to the gap between blocks.
const HEADING_GAP: f32 = 10.0;
const SPACE_BELOW_HEADING: f32 = 80.0;
/// The title of the document is at level 1.
const HEADING_LEVEL: NonZeroU16 = NonZeroU16::MIN.saturating_add(1);
/// More lines of a title, a subtitle or a field are cut.
const MAX_SHORT_LINES: usize = 4;
/// More lines of a paragraph are cut.
const MAX_PARAGRAPH_LINES: usize = 40;

/// The pages of a document before they are drawn.
pub(crate) struct Layout {
    pub(crate) size: PageSize,
    pub(crate) pages: Vec<Vec<Mark>>,
    pub(crate) structure: Structure,
    faces: &'static Typefaces,
    language: Language,
    root: ElementId,
    /// Where the next block starts on the last page.
    top: f32,
    /// Whether the last page is full and there may be no other.
    is_full: bool,
}

/// Something on a page. Marks without an element are decoration.
pub(crate) struct Mark {
    pub(crate) element: Option<ElementId>,
    pub(crate) shape: Shape,
}

pub(crate) enum Shape {
    Text {
        line: Line,
        x: f32,
        baseline: f32,
    },
    Rectangle {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        color: [u8; 3],
    },
}

impl Layout {
    pub(crate) fn new(document: &Document, faces: &'static Typefaces) -> Self {
        let mut structure = Structure::default();
        let root = structure.add(Tag::Part, None);
        let tables = document.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table::preferred_width(table, faces)),
            _ => None,
        });
        let mut layout = Self {
            size: PageSize::for_text_width(tables.fold(0.0, f32::max)),
            pages: vec![Vec::new()],
            structure,
            faces,
            language: document.language,
            root,
            top: MARGIN,
            is_full: false,
        };
        layout.place_title(&document.title);
        for block in &document.blocks {
            if layout.is_full {
                break;
            }
            layout.place_block(block);
        }
        layout.place_notes();
        layout.place_footers(&document.footer);
        layout
    }

    fn place_block(&mut self, block: &Block) {
        match block {
            Block::Heading(text) => self.place_heading(text),
            Block::Subtitle(text) => self.place_paragraph(text, SUBTITLE, MAX_SHORT_LINES, 2.0),
            Block::Paragraph(text) => {
                self.place_paragraph(text, BODY, MAX_PARAGRAPH_LINES, BLOCK_GAP);
            }
            Block::Fields(fields) => self.place_fields(fields),
            Block::Table(table) => self.place_table(table),
            Block::BarChart(chart) => self.place_bar_chart(chart),
        }
    }

    fn place_title(&mut self, title: &str) {
        let heading = Tag::Hn(NonZeroU16::MIN, Some(title.to_owned()));
        let heading = self.structure.add(heading, Some(self.root));
        let lines = self
            .faces
            .wrap(title, TITLE, self.size.text_width(), MAX_SHORT_LINES);
        self.top = self.write_lines(lines, MARGIN, self.top, Some(heading)) + 2.0;
        self.fill(None, MARGIN, self.top, 36.0, 2.5, ACCENT);
        self.top += 10.0;
    }

    /// A heading never stands at the end of a page: it needs space for what follows.
    fn place_heading(&mut self, text: &str) {
        let lines = self
            .faces
            .wrap(text, HEADING, self.size.text_width(), MAX_SHORT_LINES);
        let height = lines_height(lines.len(), HEADING);
        if lines.is_empty() || !self.reserve(HEADING_GAP + height + SPACE_BELOW_HEADING) {
            return;
        }
        if self.top > MARGIN {
            self.top += HEADING_GAP;
        }
        let heading = Tag::Hn(HEADING_LEVEL, Some(text.to_owned()));
        let heading = self.structure.add(heading, Some(self.root));
        self.top = self.write_lines(lines, MARGIN, self.top, Some(heading)) + 4.0;
    }

    fn place_paragraph(&mut self, text: &str, style: Style, max_lines: usize, gap: f32) {
        let lines = self
            .faces
            .wrap(text, style, self.size.text_width(), max_lines);
        if lines.is_empty() || !self.reserve(lines_height(lines.len(), style)) {
            return;
        }
        let paragraph = self.structure.add(Tag::P, Some(self.root));
        self.top = self.write_lines(lines, MARGIN, self.top, Some(paragraph)) + gap;
    }

    fn place_fields(&mut self, fields: &[Field]) {
        self.top += 4.0;
        let width = (self.size.text_width() - BLOCK_GAP) / 2.0;
        for pair in fields.chunks(2) {
            let wrapped: Vec<_> = pair
                .iter()
                .map(|field| {
                    let label = self.faces.wrap(&field.label, LABEL, width, 1);
                    (
                        label,
                        self.faces.wrap(&field.value, BODY, width, MAX_SHORT_LINES),
                    )
                })
                .collect();
            let lines = wrapped
                .iter()
                .map(|(_, value)| value.len())
                .max()
                .unwrap_or(0);
            let height = lines_height(1, LABEL) + lines_height(lines, BODY);
            if !self.reserve(height) {
                return;
            }
            let (top, mut x) = (self.top, MARGIN);
            for (label, value) in wrapped {
                let paragraph = self.structure.add(Tag::P, Some(self.root));
                let below = self.write_lines(label, x, top, Some(paragraph));
                self.write_lines(value, x, below, Some(paragraph));
                x += width + BLOCK_GAP;
            }
            self.top += height + 6.0;
        }
        self.top += BLOCK_GAP - 6.0;
    }

    /// Says what is missing, in space that each page keeps for it, or at the end.
    fn place_notes(&mut self) {
        if self.is_full {
            let note = self.structure.add(Tag::P, Some(self.root));
            let text = self.language.texts().document_is_cut;
            let lines = self.faces.wrap(text, BODY, self.size.text_width(), 1);
            self.write_lines(lines, MARGIN, self.size.text_bottom() + 1.0, Some(note));
            return;
        }
        let marks = self.pages.iter().flatten();
        let mut texts = marks.filter_map(|mark| match &mark.shape {
            Shape::Text { line, .. } => Some(&line.text),
            Shape::Rectangle { .. } => None,
        });
        if texts.any(|text| text.contains(REPLACEMENT)) {
            let template = self.language.texts().replaced_character;
            let note = fill_text(template, &[("character", &REPLACEMENT.to_string())]);
            self.place_paragraph(&note, LABEL, 1, 0.0);
        }
    }

    fn place_footers(&mut self, text: &str) {
        let count = self.pages.len();
        let baseline = self.size.height - MARGIN;
        let right = self.size.width - MARGIN;
        for (index, page) in self.pages.iter_mut().enumerate() {
            let values = [
                ("page", self.language.format_count(index + 1)),
                ("count", self.language.format_count(count)),
            ];
            let values = values.each_ref().map(|(key, value)| (*key, value.as_str()));
            let number = fill_text(self.language.texts().page_number, &values);
            let number = self.faces.shape(&number, FOOTER);
            let width = self.size.text_width() - number.width - BLOCK_GAP;
            let x = right - number.width;
            page.push(Mark {
                element: None,
                shape: Shape::Text {
                    line: number,
                    x,
                    baseline,
                },
            });
            for line in self.faces.wrap(text, FOOTER, width, 1) {
                let shape = Shape::Text {
                    line,
                    x: MARGIN,
                    baseline,
                };
                page.push(Mark {
                    element: None,
                    shape,
                });
            }
        }
    }

    /// Makes sure that a block of this height fits below, on a new page if necessary. False if the
    /// document has its last page already.
    fn reserve(&mut self, height: f32) -> bool {
        if self.fits(height) {
            return true;
        }
        self.start_page()
    }

    fn fits(&self, height: f32) -> bool {
        self.top + height <= self.size.text_bottom()
    }

    fn start_page(&mut self) -> bool {
        self.is_full = self.pages.len() >= MAX_PAGES;
        if !self.is_full {
            self.pages.push(Vec::new());
            self.top = MARGIN;
        }
        !self.is_full
    }

    /// Writes lines below each other. Returns where they end.
    fn write_lines(
        &mut self,
        lines: Vec<Line>,
        x: f32,
        top: f32,
        element: Option<ElementId>,
    ) -> f32 {
        let mut top = top;
        for line in lines {
            let height = lines_height(1, line.style);
            self.write(line, x, top, element);
            top += height;
        }
        top
    }

    fn write(&mut self, line: Line, x: f32, top: f32, element: Option<ElementId>) {
        let baseline = top + lines_height(1, line.style) * BASELINE;
        self.mark(element, Shape::Text { line, x, baseline });
    }

    fn fill(
        &mut self,
        element: Option<ElementId>,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        color: [u8; 3],
    ) {
        self.mark(
            element,
            Shape::Rectangle {
                x,
                y,
                width,
                height,
                color,
            },
        );
    }

    fn mark(&mut self, element: Option<ElementId>, shape: Shape) {
        if let Some(page) = self.pages.last_mut() {
            page.push(Mark { element, shape });
        }
    }
}

/// The height of lines in a style.
fn lines_height(lines: usize, style: Style) -> f32 {
    f32::from(u16::try_from(lines).unwrap_or(u16::MAX)) * style.size * LINE_HEIGHT
}
