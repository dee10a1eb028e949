/** Formats of weeks and months, including across the turn of a year. */
import { expect, it } from 'vitest';
import { formatMonth, formatShortDay, formatShortPeriod, formatPeriod } from './periodFormat';

it.each([
  ['2026-11-20', 'Nov 20', 'Nov 20, 2026'],
  ['2026-W47', 'Nov 16', 'Week of Nov 16, 2026'],
  ['2026-W01', 'Dec 29', 'Week of Dec 29, 2025'],
  ['2020-W53', 'Dec 28', 'Week of Dec 28, 2020'],
  ['2027-W01', 'Jan 4', 'Week of Jan 4, 2027'],
  ['2026-02', 'Feb', 'Feb 2026'],
])('%s', (span, short, full) => {
  expect(formatShortPeriod(span)).toBe(short);
  expect(formatPeriod(span)).toBe(full);
});

it('leaves out the year and leading zeros', () => {
  expect(formatShortDay('2026-03-05')).toBe('Mar 5');
  expect(formatMonth('2027-01')).toBe('Jan 2027');
});
