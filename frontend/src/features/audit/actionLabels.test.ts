/** Audit log values are shown as readable text. */
import { expect, it } from 'vitest';
import { actionLabel, formatChanges } from './actionLabels';

it('names actions as text', () => {
  expect(actionLabel('data_source.updated')).toBe('Changed data source');
});

it('shows each value of what was there before or after on a line', () => {
  expect(formatChanges({ cron: '0 6 * * *', enabled: true, tables: ['a', 'b'] })).toEqual([
    'cron: 0 6 * * *',
    'enabled: true',
    'tables: ["a","b"]',
  ]);
  expect(formatChanges('as it was')).toEqual(['"as it was"']);
});
