/** An item: sales, stock, what to reorder, who buys it and who supplies it. */
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { AdvicePanel } from '@/features/directory/AdvicePanel';
import { HistoryPanel } from '@/features/directory/HistoryPanel';
import { MeasureCards } from '@/features/directory/MeasureCards';
import { filterBy, LAST_YEAR } from '@/api/metricQueries';
import { itemQuery } from '@/features/directory/recordQueries';
import { RecordView, reportHistory, useRecordId } from '@/features/directory/RecordView';
import { RelatedRows } from '@/features/directory/RelatedRows';
import { StockPanel } from '@/features/directory/StockPanel';
import { SubstitutesPanel } from '@/features/directory/SubstitutesPanel';
import { t } from '@/messages/en/directory';

type Item = Schemas['ItemRecord'];

/** What tells the item apart: what it is, who makes it, and what a buyer of it needs to know. */
function describeItem(item: Item): string {
  const { itemId, category, itemClass, brand, activeIngredient, epaNumber, restrictedUse } = item;
  return [
    itemId,
    category,
    itemClass,
    brand,
    activeIngredient,
    epaNumber === undefined ? undefined : t('epaNumber', { number: epaNumber }),
    restrictedUse === true ? t('restrictedUse') : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

export default function ItemRecord() {
  const id = useRecordId();
  const query = useQuery(itemQuery(id));
  const filters = filterBy('item_id', id);
  const { period } = LAST_YEAR;
  const sales = { dataset: 'sales', filters };
  const figures = {
    ...sales,
    ...LAST_YEAR,
    measures: ['revenue', 'orders', 'customers', 'gross_margin_percent'],
  };
  const history = { ...sales, measures: ['revenue'] };
  const customers = {
    ...sales,
    period,
    measures: ['revenue', 'orders'],
    dimensions: ['customer_id', 'customer'],
  };
  const suppliers = {
    dataset: 'purchases',
    filters,
    period,
    measures: ['spend', 'orders'],
    dimensions: ['supplier_id', 'supplier'],
  };
  return (
    <RecordView
      kind={t('item')}
      query={query}
      name={({ data }) => data.item}
      describe={({ data }) => describeItem(data)}
      report={[
        { title: t('keyFigures'), query: figures },
        { title: t('revenueByMonth'), query: reportHistory(history) },
        { title: t('largestCustomers'), query: customers },
        { title: t('suppliers'), query: suppliers },
      ]}
    >
      {({ data, meta }) => (
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
          <AdvicePanel text={id} isAbout={(advice) => advice.itemId === id} />
          {data.activeIngredient !== undefined && <SubstitutesPanel itemId={id} />}
          <StockPanel itemId={id} stock={data.stock} asOf={meta?.asOf} />
          <HistoryPanel title={t('revenueByMonth')} query={history} asOf={meta?.asOf ?? ''} />
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
          <RelatedRows
            id="suppliers"
            title={t('suppliers')}
            subtitle={t('inTheLast12MonthsBySpend')}
            query={suppliers}
            columns={[
              { id: 'supplier', heading: t('supplier'), link: { kind: 'supplier', idColumn: 'supplier_id' } },
              { id: 'spend', heading: t('spend') },
              { id: 'orders', heading: t('orders') },
            ]}
            emptyText={t('nothingPurchasedInTheLast12Months')}
          />
        </>
      )}
    </RecordView>
  );
}
