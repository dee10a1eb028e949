/** How many rows of a list are in the document. */

/** Longer tables have only the rows near the visible part in the document. */
export const MAX_PLAIN_ROWS = 200;
/** The same for cards, and for rows with fields or buttons, which take far longer to draw. */
export const MAX_PLAIN_CARDS = 40;
/** Maximum number of rows on paper, where all are in the document. */
export const MAX_PRINTED_ROWS = 200;
