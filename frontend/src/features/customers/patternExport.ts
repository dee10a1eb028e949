/**
 * The patterns table as rows for export: the filtered customers in the displayed order, preceded by the
 * choices.
 */
import type { CsvCell } from '@/lib/csv';
import { patternColumns } from './patternColumns';
import type { Meta, Pattern } from './queries';
import type { PatternFilters } from './usePatternFilters';

/** Label of the sort order. */
function sortLabel({ sort }: PatternFilters): string {
  const column = patternColumns(undefined).find(({ key }) => key === sort?.by);
  if (!sort || !column) return 'Largest customers first';
  return `${column.heading}, ${column.sortLabels[sort.descending ? 1 : 0]}`;
}

export function exportPatterns(
  rows: readonly Pattern[],
  meta: Meta | undefined,
  choices: PatternFilters,
): (readonly CsvCell[])[] {
  return [
    ['Page', 'Customer Purchase Patterns'],
    ['As of', meta?.asOf],
    ['Amounts in', meta?.currency],
    ['Filter', choices.filter.trim() || 'All customers'],
    ['Order', sortLabel(choices)],
    ['Figures are', meta?.sample ? 'Sample data' : "the organization's own"],
    [],
    [
      ...patternColumns(meta?.currency).map(({ heading }) => heading),
      'Window from (80%)',
      'Window to (80%)',
      'Note',
      'Order in 30 days (%)',
      'Still a customer (%)',
      'Orders so far',
      'Customer ID',
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
