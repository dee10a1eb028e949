/** How sure the next order of a customer is, and what it rests on. */
import { count, day, percent } from '@/lib/format';
import type { Pattern } from './queries';
import { Terms } from './Terms';

export function PatternTerms({ pattern }: { pattern: Pattern }) {
  return (
    <Terms
      lines={[
        ['Next order, 80% window', orderWindow(pattern)],
        ['Note', pattern.predictedNextNote],
        ['Chance of an order in the next 30 days', percent(pattern.orderIn30DaysPercent)],
        ['Chance that they still buy here', percent(pattern.stillCustomerPercent)],
        ['Orders so far', count(pattern.orders)],
        ['Customer id', pattern.customerId],
      ]}
    />
  );
}

/** The days between which the next order falls 4 times of 5; none where no order is expected. */
function orderWindow({ predictedNextLow80: from, predictedNextHigh80: to }: Pattern): string | undefined {
  if (from === undefined) return undefined;
  return to === undefined ? `from ${day(from)}, with no end in sight` : `${day(from)} to ${day(to)}`;
}
