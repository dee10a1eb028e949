/** The confidence of a customer's next order, and what it is based on. */
import { formatCount, formatDay, formatPercent } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { Pattern } from './queries';
import { TermList } from './Terms';

export function PatternTerms({ pattern }: { pattern: Pattern }) {
  return (
    <TermList
      lines={[
        [t('nextOrder80Window'), orderWindow(pattern)],
        [t('note'), pattern.predictedNextNote],
        [t('chanceOfAnOrderInThe'), formatPercent(pattern.orderIn30DaysPercent)],
        [t('chanceThatTheCustomerIsStill'), formatPercent(pattern.stillCustomerPercent)],
        [t('ordersSoFar'), formatCount(pattern.orders)],
        [t('customerId'), pattern.customerId],
      ]}
    />
  );
}

/** The 80% interval of the next order's date. None where no order is expected. */
function orderWindow({ predictedNextLow80: from, predictedNextHigh80: to }: Pattern): string | undefined {
  if (from === undefined) return undefined;
  return to === undefined
    ? t('fromOpenEnded', { from: formatDay(from) })
    : t('to', { from: formatDay(from), to: formatDay(to) });
}
