/** A customer: revenue, history, next order, what it buys and its orders. */
import { useQuery } from '@tanstack/react-query';
import { CustomerOutlook } from '@/features/directory/CustomerOutlook';
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { MeasureCards } from '@/features/directory/MeasureCards';
import { filterBy, LAST_YEAR } from '@/api/metricQueries';
import { customerQuery } from '@/features/directory/recordQueries';
import { RecordView, useRecordId } from '@/features/directory/RecordView';
import { RelatedRows } from '@/features/directory/RelatedRows';
import { formatDay, formatNumber } from '@/lib/format';
import { t } from '@/messages/en/directory';

export default function CustomerRecord() {
  const id = useRecordId();
  const query = useQuery(customerQuery(id));
  const sales = { dataset: 'sales', filters: filterBy('customer_id', id) };
  return (
    <RecordView
      kind={t('customer')}
      query={query}
      name={({ data }) => data.customer}
      describe={({ data }) =>
        [
          data.customerId,
          [data.county, data.state].filter(Boolean).join(', '),
          data.acres === undefined ? '' : t('acres', { acres: formatNumber(data.acres) }),
          data.crops.join(', '),
          data.salesperson ?? '',
          data.customerSince === undefined ? '' : t('customerSince', { day: formatDay(data.customerSince) }),
        ]
          .filter((part) => part !== '')
          .join(' · ')
      }
    >
      {({ meta }) => (
        <>
          <MeasureCards
            query={{
              ...sales,
              ...LAST_YEAR,
              measures: ['revenue', 'orders', 'avg_order_value', 'gross_margin_percent'],
            }}
            labels={{
              revenue: [t('revenue'), t('inTheLast12Months')],
              orders: [t('orders'), t('inTheLast12Months')],
              avg_order_value: [t('averageOrder'), t('perOrder')],
              gross_margin_percent: [t('grossMargin'), t('ofRevenue')],
            }}
          />
          <CustomerOutlook id={id} />
          <HistoryPanel
            title={t('revenueByMonth')}
            query={{ ...sales, measures: ['revenue'] }}
            asOf={meta?.asOf ?? ''}
          />
          <RelatedRows
            id="items"
            title={t('itemsBought')}
            subtitle={t('inTheLast12MonthsByRevenue')}
            query={{
              ...sales,
              period: LAST_YEAR.period,
              measures: ['revenue', 'orders'],
              dimensions: ['item_id', 'item'],
            }}
            columns={[
              { id: 'item', heading: t('item'), link: { kind: 'item', idColumn: 'item_id' } },
              { id: 'revenue', heading: t('revenue') },
              { id: 'orders', heading: t('orders') },
            ]}
            emptyText={t('nothingSoldInTheLast12Months')}
          />
          <RelatedRows
            id="orders"
            title={t('recentOrders')}
            subtitle={t('newestFirst')}
            query={{
              ...sales,
              measures: ['revenue', 'lines'],
              dimensions: ['order', 'day'],
              order: [{ by: 'day', direction: 'desc' }],
            }}
            columns={[
              { id: 'order', heading: t('order'), link: { kind: 'order', idColumn: 'order' } },
              { id: 'day', heading: t('day') },
              { id: 'revenue', heading: t('amount') },
              { id: 'lines', heading: t('lines') },
            ]}
            emptyText={t('noOrdersYet')}
          />
        </>
      )}
    </RecordView>
  );
}
