import { describe, expect, it } from 'vitest';
import { isForEarlierDay, staleDays } from './dataAge';

describe('staleDays', () => {
  it.each([
    ['2026-06-14', '2026-06-14', undefined],
    ['2026-06-14', '2026-06-07', undefined],
    ['2026-06-14', '2026-06-06', 8],
    // Across the start of daylight saving time, and a year.
    ['2026-03-10', '2026-03-02', 8],
    ['2026-01-05', '2025-12-20', 16],
    ['2026-06-14', undefined, undefined],
    [undefined, '2026-06-14', undefined],
  ])('of figures as of %s with rows through %s is %s', (asOf, dataThrough, days) => {
    expect(staleDays({ asOf, dataThrough })).toBe(days);
  });
});

describe('figures for an earlier day', () => {
  const dates = { asOf: '2026-06-10', today: '2026-06-14', dataThrough: '2026-06-10' };

  it('are stale before a week has passed', () => {
    expect(isForEarlierDay(dates)).toBe(true);
    expect(staleDays(dates)).toBe(4);
  });

  it('are not those of today', () => {
    expect(isForEarlierDay({ ...dates, asOf: '2026-06-14' })).toBe(false);
    expect(staleDays({ ...dates, asOf: '2026-06-14' })).toBeUndefined();
  });
});
