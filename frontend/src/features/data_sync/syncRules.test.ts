/** Success rate and rules for disabled buttons, tested separately. */
import { describe, expect, it } from 'vitest';
import { formatPercentOneDecimal } from '@/lib/format';
import { successRate, syncDisabledReason } from './syncRules';

describe('successRate', () => {
  it.each([
    [0, 0, '0.0%'],
    [3, 2, '66.7%'],
    [100_000, 99_993, '100.0%'],
    [1000, 999, '99.9%'],
    [5, 0, '0.0%'],
    [7, 7, '100.0%'],
  ])('of %i records with %i successful reads %s', (totalRecords, successfulUpserts, shown) => {
    expect(formatPercentOneDecimal(successRate({ totalRecords, successfulUpserts }))).toBe(shown);
  });
});

describe('whyDisabled', () => {
  const ready = { isBusy: false, isRunning: false, isHealthy: true, isAllowed: true };

  it('lets a healthy, idle page start', () => {
    expect(syncDisabledReason(ready)).toBeUndefined();
  });

  it('does not blame the role before permissions are loaded', () => {
    expect(syncDisabledReason({ ...ready, isAllowed: undefined })).toContain('check your permissions');
    expect(syncDisabledReason({ ...ready, isAllowed: false })).toContain('Ask an admin');
  });

  it.each([{ isBusy: true }, { isRunning: true }, { isHealthy: false }, { isAllowed: false }])(
    'says why not: %j',
    (change) => {
      expect(syncDisabledReason({ ...ready, ...change })).toMatch(/\w/);
    },
  );
});
