/** The columns of the patterns table: labels and rendering. */
import { formatDay, formatMoney, formatNumber } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { Column } from '@/ui/DataTable';
import type { PatternKey } from './patternSort';
import type { Pattern } from './queries';
import { hasPredictedDay } from './filtering';

/** A sortable column. */
export interface PatternColumn extends Column<Pattern> {
  key: PatternKey;
  /** Labels of the ascending and the descending order. */
  sortLabels: readonly [upwards: string, downwards: string];
  render: (row: Pattern) => string;
}

/** The date of the next order, or why there is none. */
const predictedNext = (row: Pattern): string =>
  hasPredictedDay(row) ? formatDay(row.predicted_next) : row.predicted_next;

export function patternColumns(currency: string | undefined): PatternColumn[] {
  return [
    {
      key: 'customer',
      heading: t('customer'),
      sortLabels: [t('aToZ'), t('zToA')],
      render: (row) => row.customer,
    },
    {
      key: 'last_purchase',
      heading: t('lastPurchase'),
      sortLabels: [t('oldestFirst'), t('newestFirst')],
      render: (row) => formatDay(row.last_purchase),
    },
    {
      key: 'frequency',
      heading: t('frequency'),
      sortLabels: [t('leastFirst'), t('mostFirst')],
      numeric: true,
      render: (row) => t('ordersAYear', { frequency: formatNumber(row.frequency) }),
    },
    {
      key: 'average_spend',
      heading: t('averageSpend'),
      sortLabels: [t('leastFirst'), t('mostFirst')],
      numeric: true,
      render: (row) => formatMoney(row.average_spend, currency),
    },
    {
      key: 'predicted_next',
      heading: t('predictedNextPurchase'),
      sortLabels: [t('soonestFirst'), t('latestFirst')],
      render: predictedNext,
    },
  ];
}

/** On a card, the next order follows the name. */
export function cardColumns([customer, ...others]: readonly PatternColumn[]): PatternColumn[] {
  const next = others.filter(({ key }) => key === 'predicted_next');
  const rest = others.filter(({ key }) => key !== 'predicted_next');
  return customer === undefined ? [] : [customer, ...next, ...rest];
}
