/** The last 12 months of a measure beside the same months of the year before. */
import { readRows, type MetricAnswer, type MetricQuery, type MetricRow } from './metricQueries';

const MONTHS_PER_YEAR = 12;

interface MonthlyHistory {
  /** Such as `2026-06`, oldest first. */
  months: readonly string[];
  current: readonly number[];
  previous: readonly number[];
  /** The last month is not over yet. */
  isLastOpen: boolean;
  currency: string | undefined;
}

/** The month that is `back` months before the one of a day. */
export function monthBefore(day: string, back: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - back);
  return date.toISOString().slice(0, 7);
}

/** Measures by month up to a day: two years of whole months, the last one so far. */
export const monthlyQuery = (query: MetricQuery, asOf: string): MetricQuery => ({
  ...query,
  dimensions: ['month'],
  period: { from: `${monthBefore(asOf, 2 * MONTHS_PER_YEAR - 1)}-01`, to: asOf },
  limit: 200,
});

/** Without rows there is no history. Of several currencies, the one with most months is shown. */
export function readHistory(answer: MetricAnswer, measure: string, asOf: string): MonthlyHistory | undefined {
  const rows = readRows(answer);
  const currency = mainCurrency(rows);
  const values = new Map<string, number>();
  for (const row of rows) {
    const { month, [measure]: value } = row;
    if (row.currency === currency && typeof month === 'string' && typeof value === 'number')
      values.set(month.slice(0, 7), value);
  }
  if (values.size === 0) return undefined;
  const months = Array.from({ length: MONTHS_PER_YEAR }, (_, index) =>
    monthBefore(asOf, MONTHS_PER_YEAR - 1 - index),
  );
  const valuesOf = (back: number) => months.map((month) => values.get(monthBefore(`${month}-01`, back)) ?? 0);
  return {
    months,
    current: valuesOf(0),
    previous: valuesOf(MONTHS_PER_YEAR),
    isLastOpen: answer.incomplete.some((day) => day.startsWith(asOf.slice(0, 7))),
    currency: currency ?? answer.columns.find(({ id }) => id === measure)?.unit,
  };
}

function mainCurrency(rows: readonly MetricRow[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { currency } of rows) {
    if (typeof currency === 'string') counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
