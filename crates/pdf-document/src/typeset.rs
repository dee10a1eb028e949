//! Lines of text: glyphs, their widths, and where long texts wrap.

use crate::writer::PdfError;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::ttf_parser::Tag;
use rustybuzz::{Direction, Face, Feature, Script, ShapePlan, UnicodeBuffer, script};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use unicode_bidi::BidiInfo;
use unicode_normalization::UnicodeNormalization;

/// Stands for a character that the font lacks.
pub const REPLACEMENT: char = '\u{fffd}';
const ELLIPSIS: char = '…';

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) weight: Weight,
    /// In points.
    pub(crate) size: f32,
    pub(crate) color: [u8; 3],
}

/// A line with its glyphs.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    pub(crate) style: Style,
    /// In points.
    pub(crate) width: f32,
}

/// The fonts of all documents, with the letters of most languages that do not use ideograms.
pub(crate) struct Typefaces {
    regular: Typeface,
    bold: Typeface,
}

struct Typeface {
    face: Face<'static>,
    font: Font,
    /// How to shape a script in a direction: right to left, or not. Slow to make, and few.
    plans: Mutex<HashMap<(bool, Script), Arc<ShapePlan>>>,
}

/// Parsed once: each has thousands of glyphs.
static TYPEFACES: LazyLock<Option<Typefaces>> = LazyLock::new(|| {
    Some(Typefaces {
        regular: Typeface::parse(dejavu::sans_condensed::regular())?,
        bold: Typeface::parse(dejavu::sans_condensed::bold())?,
    })
});

impl Typefaces {
    pub(crate) fn load() -> Result<&'static Self, PdfError> {
        TYPEFACES.as_ref().ok_or(PdfError::Font)
    }

    pub(crate) fn font(&self, weight: Weight) -> Font {
        self.typeface(weight).font.clone()
    }

    fn typeface(&self, weight: Weight) -> &Typeface {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// The width of a text on one line.
    pub(crate) fn measure(&self, text: &str, style: Style) -> f32 {
        let typeface = self.typeface(style.weight);
        self.printable(text)
            .chars()
            .map(|c| typeface.advance(c))
            .sum::<f32>()
            * style.size
    }

    /// The width of the longest word.
    pub(crate) fn measure_longest_word(&self, text: &str, style: Style) -> f32 {
        let words = text.split_whitespace();
        words
            .map(|word| self.measure(word, style))
            .fold(0.0, f32::max)
    }

    /// One line, however long.
    pub(crate) fn shape(&self, text: &str, style: Style) -> Line {
        self.shape_printable(self.printable(text), style)
    }

    /// The lines of a text that fit a width. Text beyond `max_lines` is replaced by an ellipsis.
    pub(crate) fn wrap(&self, text: &str, style: Style, width: f32, max_lines: usize) -> Vec<Line> {
        let typeface = self.typeface(style.weight);
        let max = width / style.size;
        let mut lines = Vec::new();
        let mut is_cut = false;
        'text: for paragraph in text.lines() {
            let paragraph = self.printable(paragraph);
            let mut rest = paragraph.trim();
            while !rest.is_empty() {
                if lines.len() == max_lines {
                    is_cut = true;
                    break 'text;
                }
                let (line, after) = rest.split_at(typeface.find_break(rest, max));
                lines.push(line.trim_end().to_owned());
                rest = after.trim_start();
            }
        }
        if let (true, Some(last)) = (is_cut, lines.last_mut()) {
            typeface.end_with_ellipsis(last, max);
        }
        let lines = lines.into_iter();
        lines
            .map(|line| self.shape_printable(line, style))
            .collect()
    }

    /// The text without what cannot be seen; a mark for what the font lacks.
    fn printable(&self, text: &str) -> String {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return text.to_owned();
        }
        let visible = text.nfc().filter(|c| !is_invisible(*c));
        visible
            .map(|c| match c {
                c if c.is_whitespace() => ' ',
                c if c.is_control() || self.regular.face.glyph_index(c).is_none() => REPLACEMENT,
                c => c,
            })
            .collect()
    }

    fn shape_printable(&self, text: String, style: Style) -> Line {
        let typeface = self.typeface(style.weight);
        let bidi = BidiInfo::new(&text, None);
        let mut glyphs = Vec::new();
        for paragraph in &bidi.paragraphs {
            let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for run in runs {
                let is_backwards = levels
                    .get(run.start)
                    .is_some_and(unicode_bidi::Level::is_rtl);
                let start = run.start;
                if let Some(run) = text.get(run) {
                    typeface.shape_run(run, start, is_backwards, &mut glyphs);
                }
            }
        }
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * style.size;
        Line {
            text,
            glyphs,
            style,
            width,
        }
    }
}

impl Typeface {
    fn parse(bytes: &'static [u8]) -> Option<Self> {
        Some(Self {
            face: Face::from_slice(bytes, 0)?,
            font: Font::new(bytes.into(), 0)?,
            plans: Mutex::default(),
        })
    }

    /// The width of a character at the size 1.
    fn advance(&self, character: char) -> f32 {
        let glyph = self.face.glyph_index(character);
        let advance = glyph.and_then(|glyph| self.face.glyph_hor_advance(glyph));
        f32::from(advance.unwrap_or(0)) / self.font.units_per_em()
    }

    /// Where a line ends that starts with this text: before a word, or inside of a word that is
    /// longer than a line.
    fn find_break(&self, text: &str, max: f32) -> usize {
        let mut width = 0.0;
        let mut word_start = 0;
        for (index, character) in text.char_indices() {
            width += self.advance(character);
            if character == ' ' {
                word_start = index + 1;
            } else if width > max && index > 0 {
                return if word_start > 0 { word_start } else { index };
            }
        }
        text.len()
    }

    fn end_with_ellipsis(&self, line: &mut String, max: f32) {
        let room = max - self.advance(ELLIPSIS);
        let mut width: f32 = line.chars().map(|c| self.advance(c)).sum();
        while width > room {
            let Some(last) = line.pop() else { break };
            width -= self.advance(last);
        }
        line.truncate(line.trim_end().len());
        line.push(ELLIPSIS);
    }

    fn plan(&self, is_backwards: bool, script: Script) -> Arc<ShapePlan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plans.entry((is_backwards, script)).or_insert_with(|| {
            // A ligature is one glyph of several letters, which some readers cannot copy.
            let no_ligatures = Feature::new(Tag::from_bytes(b"liga"), 0, ..);
            let direction = to_direction(is_backwards);
            Arc::new(ShapePlan::new(
                &self.face,
                direction,
                Some(script),
                None,
                &[no_ligatures],
            ))
        });
        Arc::clone(plan)
    }

    /// Appends the glyphs of a text in one direction, which starts at a byte of its line.
    fn shape_run(&self, run: &str, start: usize, is_backwards: bool, out: &mut Vec<KrillaGlyph>) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(run);
        buffer.guess_segment_properties();
        if buffer.script() == script::UNKNOWN {
            buffer.set_script(script::LATIN);
        }
        buffer.set_direction(to_direction(is_backwards));
        let plan = self.plan(is_backwards, buffer.script());
        let shaped = rustybuzz::shape_with_plan(&self.face, &plan, buffer);
        let mut clusters: Vec<usize> = shaped
            .glyph_infos()
            .iter()
            .map(|glyph| to_index(glyph.cluster))
            .collect();
        clusters.push(run.len());
        clusters.sort_unstable();
        clusters.dedup();
        let scale = |units: i32| {
            f32::from(i16::try_from(units).unwrap_or(i16::MAX)) / self.font.units_per_em()
        };
        for (glyph, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let from = to_index(glyph.cluster);
            let next = clusters.partition_point(|cluster| *cluster <= from);
            let to = clusters.get(next).copied().unwrap_or(run.len());
            out.push(KrillaGlyph::new(
                GlyphId::new(glyph.glyph_id),
                scale(position.x_advance),
                scale(position.x_offset),
                scale(position.y_offset),
                scale(position.y_advance),
                start + from..start + to,
                None,
            ));
        }
    }
}

fn to_direction(is_backwards: bool) -> Direction {
    if is_backwards {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    }
}

fn to_index(cluster: u32) -> usize {
    usize::try_from(cluster).unwrap_or(usize::MAX)
}

/// Characters without a shape of their own: joiners, marks of direction, variation selectors, tags.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
