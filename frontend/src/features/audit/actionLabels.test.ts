/** What the log holds is shown as text, and what this version does not know is shown as it is. */
import { expect, it } from 'vitest';
import { actionLabel, formatChanges } from './actionLabels';

it('names actions as text, and unknown ones as they are', () => {
  expect(actionLabel('source.set')).toBe('Set where rows come from');
  expect(actionLabel('field.sown')).toBe('field.sown');
});

it('shows each value of what was there before or after on a line', () => {
  expect(formatChanges({ cron: '0 6 * * *', enabled: true, tables: ['a', 'b'] })).toEqual([
    'cron: 0 6 * * *',
    'enabled: true',
    'tables: ["a","b"]',
  ]);
  expect(formatChanges('as it was')).toEqual(['"as it was"']);
});
