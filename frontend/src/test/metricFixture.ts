/** Answers of the fake server to queries of measures: one row, in which every figure is 100. */
import type { Schemas } from '@sprout/client';

const MONEY = new Set(['revenue', 'spend', 'gross_margin', 'avg_order_value', 'overdue_amount']);
const PERCENTS = new Set(['gross_margin_percent', 'on_time_rate']);
const DATES = new Set(['day', 'month']);

const kindOf = (id: string): Schemas['MetricKind'] =>
  MONEY.has(id) ? 'money' : PERCENTS.has(id) ? 'percent' : DATES.has(id) ? 'date' : 'count';

/** Values of dimensions in the only row. */
const MEMBERS: Readonly<Record<string, string>> = {
  item_id: 'UREA',
  item: 'Urea 46-0-0',
  customer_id: 'c1',
  customer: 'Burr Oak Farm',
  supplier_id: 's1',
  supplier: 'Plains Chemical',
  order: 'SO-1',
  day: '2026-06-01',
  month: '2026-05-01',
};

export function metricAnswer({
  dimensions,
  measures,
  compare,
}: Schemas['MetricQuery']): Schemas['MetricAnswer'] {
  const columns: Schemas['MetricColumn'][] = [
    ...(dimensions ?? []).map((id) => ({
      id,
      label: id,
      kind: DATES.has(id) ? ('date' as const) : ('text' as const),
      role: 'dimension' as const,
    })),
    ...measures.map((id) => ({
      id,
      label: id,
      kind: kindOf(id),
      role: 'measure' as const,
      ...(MONEY.has(id) && { unit: 'USD' }),
    })),
    ...(compare === undefined ? [] : measures).map((id) => ({
      id: PERCENTS.has(id) ? `${id}.change` : `${id}.change_percent`,
      label: id,
      kind: 'percent' as const,
      role: 'compare' as const,
    })),
  ];
  const cells = columns.map(({ id, role }) =>
    role === 'dimension' ? (MEMBERS[id] ?? id) : role === 'compare' ? 4.2 : 100,
  );
  return {
    columns,
    rows: [cells],
    totals: [cells],
    rowCount: 1,
    incomplete: [],
    notes: [],
  };
}
