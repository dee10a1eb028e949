/** Answers and corrections as they are sent. */
import { describe, expect, it } from 'vitest';
import { mergeAnswers, openQuestions, toAnswer, toCorrection } from './answers';
import type { FileProposal, ImportQuestion, RejectedCellGroup } from './queries';

const question: ImportQuestion = {
  id: 'q1',
  kind: 'unit',
  value: 'Jug',
  text: 'How much is a Jug?',
  options: [],
};
const file: FileProposal = {
  file: 'stock.csv',
  fingerprint: 'f1',
  table: 'inventory_data',
  columns: [],
  constants: {},
  questions: [question],
};

describe('answers', () => {
  it('asks once per layout', () => {
    const other = { ...file, fingerprint: 'f2' };
    expect(openQuestions([file, { ...file, file: 'more.csv' }, other])).toHaveLength(2);
  });

  it('belong to one layout and replace earlier ones', () => {
    const [asked] = openQuestions([file]);
    if (!asked) throw new Error('no question');
    const first = toAnswer(asked, { unit: 'gal', factor: '2' });
    const next = toAnswer(asked, { unit: 'gal', factor: '2.5' });
    expect(next).toEqual({
      kind: 'unit',
      value: 'Jug',
      fingerprint: 'f1',
      answer: { unit: 'gal', factor: '2.5' },
    });
    expect(mergeAnswers([first], [next])).toEqual([next]);
  });

  it('correct all cells alike, and empty cells one by one', () => {
    const first: Omit<RejectedCellGroup['first'], 'value'> = {
      table: 'inventory_data',
      file: 'a.xlsx',
      sheet: 'S',
      cell: 'F4',
      column: 'on_hand',
      code: 'not_number',
      reason: 'x',
    };
    expect(toCorrection({ cells: 3, first: { ...first, value: 'twelve' } }, '12')).toEqual({
      column: 'on_hand',
      value: 'twelve',
      replacement: '12',
    });
    expect(toCorrection({ cells: 3, first: { ...first, value: '' } }, '12')).toEqual({
      column: 'on_hand',
      value: '',
      replacement: '12',
      file: 'a.xlsx',
      sheet: 'S',
      cell: 'F4',
    });
  });
});
