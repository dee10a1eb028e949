/** API queries of measures, and how their answers are read. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { formatCount, formatDay, formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';

export type MetricQuery = Schemas['MetricQuery'];
export type MetricAnswer = Schemas['MetricAnswer'];
type MetricColumn = Schemas['MetricColumn'];

/** A row of an answer by column ID. */
export type MetricRow = Readonly<Record<string, string | number | undefined>>;

/** The answer to a query of measures, with its metadata. */
export const metricQuery = (body: MetricQuery) =>
  queryOptions({
    queryKey: ['/api/metrics/query', body],
    queryFn: ({ signal }) => unwrap(apiClient.POST('/api/metrics/query', { body, signal })),
  });

/** Only the lines of one member. */
export const filterBy = (dimension: string, id: string) => [{ dimension, op: '=', value: id }];

/** The last 12 months, compared with the 12 months before. */
export const LAST_YEAR = { period: { preset: 'last_12_months' }, compare: 'previous_year' } as const;

export function readRows({ columns, rows }: MetricAnswer): MetricRow[] {
  return rows.map((cells) =>
    Object.fromEntries(
      columns.map(({ id }, index) => {
        const cell = cells[index];
        return [id, typeof cell === 'number' || typeof cell === 'string' ? cell : undefined];
      }),
    ),
  );
}

/** The value of a measure in a row, with its unit. Undefined if it has none. */
export function formatMeasure(answer: MetricAnswer, row: MetricRow, id: string): string | undefined {
  const column = answer.columns.find((each) => each.id === id);
  const value = row[id];
  if (column === undefined || value === undefined) return undefined;
  return typeof value === 'string' ? formatDay(value) : formatValue(value, column, row);
}

function formatValue(value: number, { kind, unit }: MetricColumn, row: MetricRow): string {
  const own = (dimension: string) => {
    const cell = row[dimension];
    return unit ?? (typeof cell === 'string' ? cell : undefined);
  };
  if (kind === 'money') return formatMoney(value, own('currency'));
  if (kind === 'percent') return formatPercent(value);
  if (kind === 'count') return formatCount(value);
  const quantityUnit = own('unit');
  return kind === 'quantity' && quantityUnit !== undefined
    ? formatQuantity(value, quantityUnit)
    : formatNumber(value);
}
