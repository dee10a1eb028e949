/** A location: sales, stock, what to reorder, and its customers. */
import { useQuery } from '@tanstack/react-query';
import { AdvicePanel } from '@/features/directory/AdvicePanel';
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { MeasureCards } from '@/features/directory/MeasureCards';
import { filterBy, LAST_YEAR } from '@/api/metricQueries';
import { locationQuery } from '@/features/directory/recordQueries';
import { RecordView, useRecordId } from '@/features/directory/RecordView';
import { RelatedRows } from '@/features/directory/RelatedRows';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/directory';

export default function LocationRecord() {
  const id = useRecordId();
  const query = useQuery(locationQuery(id));
  const filters = filterBy('location', id);
  return (
    <RecordView
      kind={t('location')}
      query={query}
      name={({ data }) => data.location}
      describe={({ data }) =>
        t('itemsInStock', { count: data.stockRows, items: formatCount(data.stockRows) })
      }
    >
      {({ meta }) => (
        <>
          <MeasureCards
            query={{
              dataset: 'sales',
              filters,
              ...LAST_YEAR,
              measures: ['revenue', 'orders', 'customers', 'gross_margin_percent'],
            }}
            labels={{
              revenue: [t('revenue'), t('inTheLast12Months')],
              orders: [t('orders'), t('inTheLast12Months')],
              customers: [t('customers'), t('inTheLast12Months')],
              gross_margin_percent: [t('grossMargin'), t('ofRevenue')],
            }}
          />
          <AdvicePanel text={id} isAbout={(advice) => advice.location === id} />
          <HistoryPanel
            title={t('revenueByMonth')}
            query={{ dataset: 'sales', filters, measures: ['revenue'] }}
            asOf={meta?.asOf ?? ''}
          />
          <RelatedRows
            id="stock"
            title={t('stock')}
            subtitle={t('byValue')}
            query={{
              dataset: 'inventory',
              filters,
              measures: ['stock_value', 'on_hand', 'days_of_cover'],
              dimensions: ['item_id', 'item'],
            }}
            columns={[
              { id: 'item', heading: t('item'), link: { kind: 'item', idColumn: 'item_id' } },
              { id: 'on_hand', heading: t('onHand') },
              { id: 'stock_value', heading: t('stockValue') },
              { id: 'days_of_cover', heading: t('daysOfCover') },
            ]}
            emptyText={t('nothingInStock')}
          />
          <RelatedRows
            id="customers"
            title={t('largestCustomers')}
            subtitle={t('inTheLast12MonthsByRevenue')}
            query={{
              dataset: 'sales',
              filters,
              period: LAST_YEAR.period,
              measures: ['revenue', 'orders'],
              dimensions: ['customer_id', 'customer'],
            }}
            columns={[
              { id: 'customer', heading: t('customer'), link: { kind: 'customer', idColumn: 'customer_id' } },
              { id: 'revenue', heading: t('revenue') },
              { id: 'orders', heading: t('orders') },
            ]}
            emptyText={t('nothingSoldInTheLast12Months')}
          />
        </>
      )}
    </RecordView>
  );
}
