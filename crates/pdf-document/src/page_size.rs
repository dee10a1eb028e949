//! The size of pages, in points of 1/72 inch.

/// The margin on each side.
pub(crate) const MARGIN: f32 = 48.0;
/// The space for the footer, above the margin.
pub(crate) const FOOTER_HEIGHT: f32 = 22.0;

/// The width of A4 and the height of US Letter: both printers print it without scaling.
const SHORT_SIDE: f32 = 595.0;
const LONG_SIDE: f32 = 792.0;
/// The maximum of the format.
const MAX_SIDE: f32 = 14_400.0;

/// The size of all pages of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PageSize {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl PageSize {
    pub(crate) const PORTRAIT: Self = Self {
        width: SHORT_SIDE,
        height: LONG_SIDE,
    };

    /// The smallest page whose text is at least this wide: portrait, landscape, or a larger sheet
    /// with the sides of a landscape page, which printers scale.
    pub(crate) fn for_text_width(width: f32) -> Self {
        let landscape = Self {
            width: LONG_SIDE,
            height: SHORT_SIDE,
        };
        if width <= Self::PORTRAIT.text_width() {
            Self::PORTRAIT
        } else if width <= landscape.text_width() {
            landscape
        } else {
            let width = (width + 2.0 * MARGIN).min(MAX_SIDE);
            Self {
                width,
                height: width * SHORT_SIDE / LONG_SIDE,
            }
        }
    }

    pub(crate) fn text_width(self) -> f32 {
        self.width - 2.0 * MARGIN
    }

    /// Where text ends, above the footer.
    pub(crate) fn text_bottom(self) -> f32 {
        self.height - MARGIN - FOOTER_HEIGHT
    }
}
