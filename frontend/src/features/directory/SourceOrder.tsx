/** An order of the source: who it is with, its amount, and its lines. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { filterBy } from '@/api/metricQueries';
import { formatDay } from '@/lib/format';
import { t } from '@/messages/en/directory';
import { MeasureCards } from './MeasureCards';
import { OrderLines } from './OrderLines';
import { orderLinesQuery } from './recordQueries';
import { RecordView } from './RecordView';

export function SourceOrder({ id }: { id: string }) {
  const pages = useInfiniteQuery(orderLinesQuery(id));
  const { error, isFetching, isRefetchError, dataUpdatedAt, refetch } = pages;
  const lines = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = lines;
  const filters = filterBy('order', id);
  return (
    <RecordView
      kind={first?.direction === 'purchase' ? t('purchaseOrder') : t('salesOrder')}
      query={{ data: pages.data && { meta: {} }, error, isFetching, isRefetchError, dataUpdatedAt, refetch }}
      name={() => id}
      describe={() => (first === undefined ? '' : formatDay(first.day))}
    >
      {() => (
        <>
          {first?.direction === 'purchase' ? (
            <MeasureCards
              query={{
                dataset: 'purchases',
                filters,
                measures: ['spend', 'lines', 'open_lines', 'overdue_lines'],
              }}
              labels={{
                spend: [t('amount'), t('ofTheOrder')],
                lines: [t('lines'), t('ofTheOrder')],
                open_lines: [t('openLines'), t('notDelivered')],
                overdue_lines: [t('overdueLines'), t('promisedAndNotDelivered')],
              }}
            />
          ) : (
            <MeasureCards
              query={{
                dataset: 'sales',
                filters,
                measures: ['revenue', 'lines', 'gross_margin', 'gross_margin_percent'],
              }}
              labels={{
                revenue: [t('amount'), t('ofTheOrder')],
                lines: [t('lines'), t('ofTheOrder')],
                gross_margin: [t('grossMargin'), t('ofTheOrder')],
                gross_margin_percent: [t('grossMarginPercent'), t('ofRevenue')],
              }}
            />
          )}
          <OrderLines orderId={id} lines={lines} pages={pages} />
        </>
      )}
    </RecordView>
  );
}
