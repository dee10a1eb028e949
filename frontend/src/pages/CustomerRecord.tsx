/** A customer: revenue, history, next order, what it buys and its orders. */
import { useQuery } from '@tanstack/react-query';
import { CustomerOutlook } from '@/features/directory/CustomerOutlook';
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { MeasureCards } from '@/features/directory/MeasureCards';
import { filterBy, LAST_YEAR, type MetricQuery } from '@/api/metricQueries';
import { customerQuery } from '@/features/directory/recordQueries';
import { RecordView, reportHistory, useRecordId } from '@/features/directory/RecordView';
import { RelatedRows } from '@/features/directory/RelatedRows';
import { formatDay, formatNumber } from '@/lib/format';
import { t } from '@/messages/en/directory';

export default function CustomerRecord() {
  const id = useRecordId();
  const query = useQuery(customerQuery(id));
  const sales = { dataset: 'sales', filters: filterBy('customer_id', id) };
  const figures = {
    ...sales,
    ...LAST_YEAR,
    measures: ['revenue', 'orders', 'avg_order_value', 'gross_margin_percent'],
  };
  const history = { ...sales, measures: ['revenue'] };
  const items = {
    ...sales,
    period: LAST_YEAR.period,
    measures: ['revenue', 'orders'],
    dimensions: ['item_id', 'item'],
  };
  const orders: MetricQuery = {
    ...sales,
    measures: ['revenue', 'lines'],
    dimensions: ['order', 'day'],
    order: [{ by: 'day', direction: 'desc' }],
  };
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
      report={[
        { title: t('keyFigures'), query: figures },
        { title: t('revenueByMonth'), query: reportHistory(history) },
        { title: t('itemsBought'), query: items },
        { title: t('recentOrders'), query: orders },
      ]}
    >
      {({ meta }) => (
        <>
          <MeasureCards
            query={figures}
            labels={{
              revenue: [t('revenue'), t('inTheLast12Months')],
              orders: [t('orders'), t('inTheLast12Months')],
              avg_order_value: [t('averageOrder'), t('perOrder')],
              gross_margin_percent: [t('grossMargin'), t('ofRevenue')],
            }}
          />
          <CustomerOutlook id={id} />
          <HistoryPanel title={t('revenueByMonth')} query={history} asOf={meta?.asOf ?? ''} />
          <RelatedRows
            id="items"
            title={t('itemsBought')}
            subtitle={t('inTheLast12MonthsByRevenue')}
            query={items}
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
            query={orders}
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
