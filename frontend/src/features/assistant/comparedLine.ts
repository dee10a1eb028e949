/** The compared period of an answer over time, for a second line in its chart. */
import type { MetricQuery } from '@/lib/exploreQuestion';
import { formatDay } from '@/lib/format';
import { t } from '@/messages/en/explore';
import type { Answer, Chart } from './queries';

/** The parts of an answer that its chart takes. */
export type Charted = Pick<Answer, 'chart' | 'tables' | 'facts' | 'query'>;

/** The columns of a query of one measure over time that compares periods: the day first. */
const MEASURE_COLUMN = 1;
const COMPARED_COLUMN = 2;

interface Compared {
  name: string;
  values: ReadonlyMap<string, number>;
}

/**
 * The figures of the compared period by the day of the period that they are shown at. The chart of an answer
 * does not have them, but its facts do: one for each cell of the table.
 */
export function findCompared(
  { tables, facts, query }: Charted,
  { callId, lines }: Chart,
): Compared | undefined {
  const { compare, measures, dimensions } = (query ?? {}) as Partial<MetricQuery>;
  const table = tables.find((one) => one.callId === callId);
  const isPlain = lines.length === 1 && measures?.length === 1 && dimensions?.length === 1;
  if (!table || !isPlain || compare === undefined || compare === null) return undefined;
  // Long tables are cut, and several currencies or units have a column of their own.
  if (table.rows.length < table.total || table.columns[MEASURE_COLUMN]?.numeric !== true) return undefined;
  const values = new Map<string, number>();
  for (const row of table.rows) {
    const cells = facts.filter(({ rowRefs: [first, second] }) => first === row.id && second === undefined);
    const [day, figure, before] = [0, MEASURE_COLUMN, COMPARED_COLUMN].map((place) => cells[place]);
    if (cells.length < row.cells.length || before?.kind !== figure?.kind) return undefined;
    if (typeof day?.value === 'string' && typeof before?.value === 'number')
      values.set(day.value, before.value);
  }
  const name = nameCompared(compare) ?? table.columns[COMPARED_COLUMN]?.label;
  return name === undefined || values.size === 0 ? undefined : { name, values };
}

/** Undefined for presets of periods, which the heading of the table has to do for. */
function nameCompared(compare: unknown): string | undefined {
  if (compare === 'previous_year') return t('previousYear');
  if (compare === 'previous_period') return t('previousPeriod');
  const { from, to } = compare as NonNullable<MetricQuery['period']>;
  return from && to ? `${formatDay(from)} – ${formatDay(to)}` : undefined;
}
