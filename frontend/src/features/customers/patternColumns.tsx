/** The columns of the patterns table. The first five are always shown. */
import { formatCount, formatDay, formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { Column } from '@/ui/DataTable';
import { RecordLink } from '@/ui/RecordLink';
import type { Pattern } from './queries';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the next order has a date, not a reason for its absence. */
const hasPredictedDay = ({ predicted_next: next }: Pattern): boolean => ISO_DAY.test(next);

const optionalDay = (day: string | undefined): string => (day === undefined ? '' : formatDay(day));

/** `linked`: names link to the customers' pages. */
export function patternColumns(currency: string | undefined, linked: boolean): Column<Pattern>[] {
  return [
    {
      id: 'customer',
      heading: t('customer'),
      fixed: true,
      value: (row) => row.customer,
      render: (row) => <RecordLink kind="customer" id={row.customerId} name={row.customer} linked={linked} />,
    },
    {
      id: 'last_purchase',
      heading: t('lastPurchase'),
      fixed: true,
      descendingFirst: true,
      value: (row) => row.last_purchase,
      render: (row) => formatDay(row.last_purchase),
    },
    {
      id: 'frequency',
      heading: t('frequency'),
      fixed: true,
      numeric: true,
      descendingFirst: true,
      value: (row) => row.frequency,
      render: (row) => t('ordersAYear', { frequency: formatNumber(row.frequency) }),
    },
    {
      id: 'average_spend',
      heading: t('averageSpend'),
      fixed: true,
      numeric: true,
      descendingFirst: true,
      value: (row) => row.average_spend,
      render: (row) => formatMoney(row.average_spend, currency),
    },
    {
      id: 'predicted_next',
      heading: t('predictedNextPurchase'),
      fixed: true,
      leadsCard: true,
      sortLabels: [t('soonestFirst'), t('latestFirst')],
      // A reason in place of a day sorts last.
      value: (row) => (hasPredictedDay(row) ? row.predicted_next : undefined),
      render: (row) => (hasPredictedDay(row) ? formatDay(row.predicted_next) : row.predicted_next),
    },
    ...optionalColumns(),
  ];
}

function optionalColumns(): Column<Pattern>[] {
  return [
    {
      id: 'window_from',
      heading: t('windowFrom80'),
      optional: true,
      value: (row) => row.predictedNextLow80,
      render: (row) => optionalDay(row.predictedNextLow80),
    },
    {
      id: 'window_to',
      heading: t('windowTo80'),
      optional: true,
      value: (row) => row.predictedNextHigh80,
      render: (row) => optionalDay(row.predictedNextHigh80),
    },
    {
      id: 'order_in_30_days',
      heading: t('orderIn30Days'),
      optional: true,
      numeric: true,
      value: (row) => row.orderIn30DaysPercent,
      render: (row) => formatPercent(row.orderIn30DaysPercent),
    },
    {
      id: 'still_customer',
      heading: t('stillACustomer'),
      optional: true,
      numeric: true,
      value: (row) => row.stillCustomerPercent,
      render: (row) => formatPercent(row.stillCustomerPercent),
    },
    {
      id: 'orders',
      heading: t('ordersSoFar'),
      optional: true,
      numeric: true,
      value: (row) => row.orders,
      render: (row) => formatCount(row.orders),
    },
    {
      id: 'customer_id',
      heading: t('customerId'),
      optional: true,
      value: (row) => row.customerId,
      render: (row) => row.customerId,
    },
  ];
}
