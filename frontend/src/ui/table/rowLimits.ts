/** How many rows of a list are in the document. */

/** Longer tables have only the rows near the visible part in the document. */
export const MAX_PLAIN_ROWS = 200;
/** The same for cards, and for rows with fields or buttons, which take far longer to draw. */
export const MAX_PLAIN_CARDS = 40;
/** Higher lists of cards do too, in CSS pixels: a card with many values takes as long to draw as several others. */
const MAX_PLAIN_HEIGHT = 6_000;

/** Height of a table's cards before they are measured, in CSS pixels. */
export const estimateCardHeight = (columns: number): number => Math.max(180, 60 + 32 * columns);

/** The number of a table's cards above which only those near the visible part are in the document. */
export const maxPlainCards = (columns: number): number =>
  Math.min(MAX_PLAIN_CARDS, Math.floor(MAX_PLAIN_HEIGHT / estimateCardHeight(columns)));
/** Maximum number of rows on paper, where all are in the document. */
export const MAX_PRINTED_ROWS = 200;
