/** What a column can be computed from: the parts of each operation, and how a form reads them. */
import type { Schemas } from '@sprout/client';

export type ColumnExpression = Schemas['ColumnExpression'];
export type Operation = Schemas['ExpressionOperation'];

interface OperationParts {
  /** What the text of the operation is. */
  text?: 'separator' | 'prefix' | 'factor' | 'dateForm' | 'decimalSign';
  /** What the words of the operation are. */
  words?: 'condition' | 'signs';
}

/** In the order of the list. */
export const OPERATIONS: Readonly<Record<Operation, OperationParts>> = {
  first_filled: {},
  concatenate: { text: 'separator' },
  remove_prefix: { text: 'prefix' },
  add: {},
  subtract: {},
  multiply: {},
  divide: {},
  scale: { text: 'factor' },
  negate_when: { words: 'condition' },
  negative_when: { words: 'condition' },
  absolute: {},
  keep_when: { words: 'condition' },
  word_by_sign: { words: 'signs' },
  date_from_parts: {},
  read_date: { text: 'dateForm' },
  read_number: { text: 'decimalSign' },
};

export const isOperation = (value: string): value is Operation => value in OPERATIONS;

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The expression of a form's fields; undefined if no operation is chosen. */
export function readExpression(
  operation: string,
  parts: { columns: string; text: string; words: string },
): ColumnExpression | undefined {
  if (!isOperation(operation)) return undefined;
  const { text, words } = OPERATIONS[operation];
  return {
    operation,
    columns: readLines(parts.columns),
    // Blanks can be a separator or a prefix.
    text: text === undefined ? '' : parts.text,
    words: words === undefined ? [] : readLines(parts.words),
  };
}
