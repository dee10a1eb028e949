/** The confidence badge of an answer: its color, and what the word means. */

export const CONFIDENCE = {
  High: {
    tone: 'green',
    meaning:
      'Every word was understood, every name was found, and nothing was assumed beyond the usual period.',
  },
  Medium: {
    tone: 'yellow',
    meaning:
      'Something was assumed, such as a misspelled word or the question before, or the rows are older than usual. The answer says what.',
  },
  Low: {
    tone: 'red',
    meaning: 'There are no rows for it, or too few to be sure. Look at the rows before you act.',
  },
} as const;

export type Confidence = keyof typeof CONFIDENCE;
