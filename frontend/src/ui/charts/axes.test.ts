/** The room of axis labels. */
import { expect, it } from 'vitest';
import { formatCompact } from '@/lib/format';
import { estimateTickWidth } from './axes';

const roomFor = (label: string) => label.length * 7;

it('has room for labels between the first and the last one', () => {
  expect(estimateTickWidth(formatCompact, [907_741, undefined, 500_520])).toBeGreaterThanOrEqual(
    roomFor('800K'),
  );
  expect(estimateTickWidth(formatCompact, [-4_200, 12])).toBeGreaterThanOrEqual(roomFor('-4.2K'));
});

it('is narrow where labels are short', () => {
  expect(estimateTickWidth(String, [])).toBe(17);
  expect(estimateTickWidth(formatCompact, [8])).toBeLessThan(roomFor('1,000'));
});
