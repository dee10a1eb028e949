/** What the log holds is told in words, and what this version does not know is told as it is. */
import { expect, it } from 'vitest';
import { actionWords, lines } from './words';

it('names actions in words, and unknown ones as they are', () => {
  expect(actionWords('source.set')).toBe('Set where rows come from');
  expect(actionWords('field.sown')).toBe('field.sown');
});

it('shows each value of what was there before or after on a line', () => {
  expect(lines({ cron: '0 6 * * *', enabled: true, tables: ['a', 'b'] })).toEqual([
    'cron: 0 6 * * *',
    'enabled: true',
    'tables: ["a","b"]',
  ]);
  expect(lines('as it was')).toEqual(['"as it was"']);
});
