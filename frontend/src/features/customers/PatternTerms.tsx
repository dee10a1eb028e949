/** How sure the next order of a customer is, and what it rests on. */
import { formatCount, formatDay, formatPercent } from '@/lib/format';
import type { Pattern } from './queries';
import { TermList } from './Terms';

export function PatternTerms({ pattern }: { pattern: Pattern }) {
  return (
    <TermList
      lines={[
        ['Next order, 80% window', orderWindow(pattern)],
        ['Note', pattern.predictedNextNote],
        ['Chance of an order in the next 30 days', formatPercent(pattern.orderIn30DaysPercent)],
        ['Chance that they still buy here', formatPercent(pattern.stillCustomerPercent)],
        ['Orders so far', formatCount(pattern.orders)],
        ['Customer id', pattern.customerId],
      ]}
    />
  );
}

/** The days between which the next order falls 4 times of 5; none where no order is expected. */
function orderWindow({ predictedNextLow80: from, predictedNextHigh80: to }: Pattern): string | undefined {
  if (from === undefined) return undefined;
  return to === undefined
    ? `from ${formatDay(from)}, with no end in sight`
    : `${formatDay(from)} to ${formatDay(to)}`;
}
