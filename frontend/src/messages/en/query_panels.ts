/** English texts: panels of one query, and histories by month. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('query_panels', {
  isLoading: '{title} is loading',
  couldntLoad: 'Couldn’t load this: {title}.',
  amount: 'Amount',
  month: 'Month',
  monthSoFar: '{month} (so far)',
  last12Months: 'Last 12 months',
  yearBefore: 'Year before',
  noLinesInTheLastTwoYears: 'No orders in the last two years.',
});
