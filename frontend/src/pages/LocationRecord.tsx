/** A location: sales, stock, what to reorder, and its customers. */
import { useQuery } from '@tanstack/react-query';
import { AdvicePanel } from '@/features/directory/AdvicePanel';
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { MeasureCards } from '@/features/directory/MeasureCards';
import { filterBy, LAST_YEAR } from '@/api/metricQueries';
import { locationQuery } from '@/features/directory/recordQueries';
import { RecordView, reportHistory, useRecordId } from '@/features/directory/RecordView';
import { RelatedRows } from '@/features/directory/RelatedRows';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/directory';

export default function LocationRecord() {
  const id = useRecordId();
  const query = useQuery(locationQuery(id));
  const filters = filterBy('location', id);
  const sales = { dataset: 'sales', filters };
  const figures = {
    ...sales,
    ...LAST_YEAR,
    measures: ['revenue', 'orders', 'customers', 'gross_margin_percent'],
  };
  const history = { ...sales, measures: ['revenue'] };
  const stock = {
    dataset: 'inventory',
    filters,
    measures: ['stock_value', 'on_hand', 'days_of_cover'],
    dimensions: ['item_id', 'item'],
  };
  const customers = {
    ...sales,
    period: LAST_YEAR.period,
    measures: ['revenue', 'orders'],
    dimensions: ['customer_id', 'customer'],
  };
  return (
    <RecordView
      kind={t('location')}
      query={query}
      name={({ data }) => data.location}
      describe={({ data }) =>
        t('itemsInStock', { count: data.stockRows, items: formatCount(data.stockRows) })
      }
      report={[
        { title: t('keyFigures'), query: figures },
        { title: t('revenueByMonth'), query: reportHistory(history) },
        { title: t('stock'), query: stock },
        { title: t('largestCustomers'), query: customers },
      ]}
    >
      {({ meta }) => (
        <>
          <MeasureCards
            query={figures}
            labels={{
              revenue: [t('revenue'), t('inTheLast12Months')],
              orders: [t('orders'), t('inTheLast12Months')],
              customers: [t('customers'), t('inTheLast12Months')],
              gross_margin_percent: [t('grossMargin'), t('ofRevenue')],
            }}
          />
          <AdvicePanel text={id} isAbout={(advice) => advice.location === id} />
          <HistoryPanel title={t('revenueByMonth')} query={history} asOf={meta?.asOf ?? ''} />
          <RelatedRows
            id="stock"
            title={t('stock')}
            subtitle={t('byValue')}
            query={stock}
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
            query={customers}
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
