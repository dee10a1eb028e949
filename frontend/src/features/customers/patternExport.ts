/**
 * The patterns table as rows for export: the filtered customers in the displayed order, preceded by the
 * choices.
 */
import type { CsvCell } from '@/lib/csv';
import { t } from '@/messages/en/customers';
import { patternColumns } from './patternColumns';
import type { Meta, Pattern } from './queries';
import type { PatternFilters } from './usePatternFilters';

/** Label of the sort order. */
function sortLabel({ sort }: PatternFilters): string {
  const column = patternColumns(undefined).find(({ key }) => key === sort?.by);
  if (!sort || !column) return t('largestCustomersFirst');
  return `${column.heading}, ${column.sortLabels[sort.descending ? 1 : 0]}`;
}

export function exportPatterns(
  rows: readonly Pattern[],
  meta: Meta | undefined,
  choices: PatternFilters,
): (readonly CsvCell[])[] {
  return [
    [t('page'), t('customerPurchasePatterns')],
    [t('asOf'), meta?.asOf],
    [t('amountsIn'), meta?.currency],
    [t('filter'), choices.filter.trim() || t('allCustomers')],
    [t('order'), sortLabel(choices)],
    [t('figuresAre'), meta?.sample ? t('sampleData') : t('theOrganizationsOwn')],
    [],
    [
      ...patternColumns(meta?.currency).map(({ heading }) => heading),
      t('windowFrom80'),
      t('windowTo80'),
      t('note'),
      t('orderIn30Days'),
      t('stillACustomer'),
      t('ordersSoFar'),
      t('customerId'),
    ],
    ...rows.map((row) => [
      row.customer,
      row.last_purchase,
      row.frequency,
      row.average_spend,
      row.predicted_next,
      row.predictedNextLow80,
      row.predictedNextHigh80,
      row.predictedNextNote,
      row.orderIn30DaysPercent,
      row.stillCustomerPercent,
      row.orders,
      row.customerId,
    ]),
  ];
}

/** The file name. */
export const exportFileName = (meta: Meta | undefined): string =>
  ['customer-patterns', meta?.asOf].filter((part) => part !== undefined).join('_') + '.csv';
