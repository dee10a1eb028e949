/** A supplier: spend, punctuality, what to reorder, its items and purchase orders. */
import { useQuery } from '@tanstack/react-query';
import { AdvicePanel } from '@/features/directory/AdvicePanel';
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { MeasureCards } from '@/features/directory/MeasureCards';
import { filterBy, LAST_YEAR, type MetricQuery } from '@/api/metricQueries';
import { supplierQuery } from '@/features/directory/recordQueries';
import { RecordView, reportHistory, useRecordId } from '@/features/directory/RecordView';
import { RelatedRows } from '@/features/directory/RelatedRows';
import { permissionsQuery } from '@/features/purchasing/orderingQueries';
import { SupplierContactPanel } from '@/features/purchasing/SupplierContactPanel';
import { formatCount } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/directory';

export default function SupplierRecord() {
  const id = useRecordId();
  const query = useQuery(supplierQuery(id));
  const account = useQuery(permissionsQuery);
  const canSend = hasPermission(account.data?.permissions, 'orders.send');
  const purchases = { dataset: 'purchases', filters: filterBy('supplier_id', id) };
  const figures = {
    ...purchases,
    ...LAST_YEAR,
    measures: ['spend', 'orders', 'on_time_rate', 'overdue_lines'],
  };
  const history = { ...purchases, measures: ['spend'] };
  const items = {
    ...purchases,
    period: LAST_YEAR.period,
    measures: ['spend', 'orders'],
    dimensions: ['item_id', 'item'],
  };
  const orders: MetricQuery = {
    ...purchases,
    measures: ['spend', 'lines', 'overdue_lines'],
    dimensions: ['order', 'day'],
    order: [{ by: 'day', direction: 'desc' }],
  };
  return (
    <RecordView
      kind={t('supplier')}
      query={query}
      name={({ data }) => data.supplier}
      describe={({ data }) =>
        [
          data.supplierId,
          data.categories.join(', '),
          data.leadTimeDays === undefined ? '' : t('leadTime', { days: formatCount(data.leadTimeDays) }),
          data.isActive === false ? t('inactive') : '',
        ]
          .filter((part) => part !== '')
          .join(' · ')
      }
      report={[
        { title: t('keyFigures'), query: figures },
        { title: t('spendByMonth'), query: reportHistory(history) },
        { title: t('itemsPurchased'), query: items },
        { title: t('recentPurchaseOrders'), query: orders },
      ]}
    >
      {({ meta }) => (
        <>
          <MeasureCards
            query={figures}
            labels={{
              spend: [t('spend'), t('inTheLast12Months')],
              orders: [t('purchaseOrders'), t('inTheLast12Months')],
              on_time_rate: [t('deliveryRate'), t('ofLinesOnTime')],
              overdue_lines: [t('overdueLines'), t('promisedAndNotDelivered')],
            }}
          />
          {canSend && <SupplierContactPanel supplierId={id} />}
          <AdvicePanel text={id} isAbout={(advice) => advice.supplierId === id} />
          <HistoryPanel title={t('spendByMonth')} query={history} asOf={meta?.asOf ?? ''} />
          <RelatedRows
            id="items"
            title={t('itemsPurchased')}
            subtitle={t('inTheLast12MonthsBySpend')}
            query={items}
            columns={[
              { id: 'item', heading: t('item'), link: { kind: 'item', idColumn: 'item_id' } },
              { id: 'spend', heading: t('spend') },
              { id: 'orders', heading: t('purchaseOrders') },
            ]}
            emptyText={t('nothingPurchasedInTheLast12Months')}
          />
          <RelatedRows
            id="orders"
            title={t('recentPurchaseOrders')}
            subtitle={t('newestFirst')}
            query={orders}
            columns={[
              { id: 'order', heading: t('order'), link: { kind: 'order', idColumn: 'order' } },
              { id: 'day', heading: t('day') },
              { id: 'spend', heading: t('amount') },
              { id: 'lines', heading: t('lines') },
              { id: 'overdue_lines', heading: t('overdueLines') },
            ]}
            emptyText={t('noOrdersYet')}
          />
        </>
      )}
    </RecordView>
  );
}
