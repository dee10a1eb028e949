/** How sure the next order of a customer is, and what it rests on. */
import { formatCount, formatDay, formatPercent } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { Pattern } from './queries';
import { TermList } from './Terms';

export function PatternTerms({ pattern }: { pattern: Pattern }) {
  return (
    <TermList
      lines={[
        [t('nextOrder80Window'), orderWindow(pattern)],
        ['Note', pattern.predictedNextNote],
        [t('chanceOfAnOrderInThe'), formatPercent(pattern.orderIn30DaysPercent)],
        [t('chanceThatTheCustomerIsStill'), formatPercent(pattern.stillCustomerPercent)],
        [t('ordersSoFar'), formatCount(pattern.orders)],
        [t('customerId'), pattern.customerId],
      ]}
    />
  );
}

/** The days between which the next order falls 4 times of 5; none where no order is expected. */
function orderWindow({ predictedNextLow80: from, predictedNextHigh80: to }: Pattern): string | undefined {
  if (from === undefined) return undefined;
  return to === undefined
    ? t('fromOpenEnded', { from: formatDay(from) })
    : t('to', { from: formatDay(from), to: formatDay(to) });
}
