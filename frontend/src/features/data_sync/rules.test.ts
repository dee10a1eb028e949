/** Success rate and disabled rules, on their own. */
import { describe, expect, it } from 'vitest';
import { percentOneDecimal } from '@/lib/format';
import { successRate, whyDisabled } from './rules';

describe('successRate', () => {
  it.each([
    [0, 0, '0.0%'],
    [3, 2, '66.7%'],
    [100_000, 99_993, '100.0%'],
    [1000, 999, '99.9%'],
    [5, 0, '0.0%'],
    [7, 7, '100.0%'],
  ])('of %i records with %i successful reads %s', (totalRecords, successfulUpserts, shown) => {
    expect(percentOneDecimal(successRate({ totalRecords, successfulUpserts }))).toBe(shown);
  });
});

describe('whyDisabled', () => {
  const ready = { busy: false, running: false, healthy: true, allowed: true };

  it('lets a healthy, idle page start', () => {
    expect(whyDisabled(ready)).toBeUndefined();
  });

  it('blames nobody’s role before the role is known', () => {
    expect(whyDisabled({ ...ready, allowed: undefined })).toContain('not known yet');
    expect(whyDisabled({ ...ready, allowed: false })).toContain('Ask an administrator');
  });

  it.each([{ busy: true }, { running: true }, { healthy: false }, { allowed: false }])(
    'says why not: %j',
    (change) => {
      expect(whyDisabled({ ...ready, ...change })).toMatch(/\w/);
    },
  );
});
