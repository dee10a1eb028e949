/**
 * Source Sans 3 with all weights, for the letters of all languages of the app. Its figures are of equal width.
 */
import file from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';

const NAME = 'sprout-sans';

/**
 * The page loads it beside its code. Where it is later than the first text, the system's typeface stays until
 * the next page, so that nothing moves.
 */
export const typefaceRule = {
  fontFamily: NAME,
  src: `url(${file}) format("woff2")`,
  fontWeight: '200 900',
  fontDisplay: 'optional',
  // Small letters as tall as those of the system's typefaces.
  sizeAdjust: '108%',
} as const;

/** Other letters and signs come from the system's typefaces. */
export const FONT_FAMILY = `${NAME}, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif`;
