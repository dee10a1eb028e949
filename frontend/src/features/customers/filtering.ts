/** Filters and sorts the customers of the table. */
import type { PatternKey, Sort } from './patternSort';
import type { Pattern } from './queries';

/** The rows whose name contains the text or whose ID equals it, sorted. The sort is stable. */
export function filterPatterns(
  rows: readonly Pattern[],
  filter: string,
  sort: Sort | undefined,
): readonly Pattern[] {
  const wanted = filter.trim().toLowerCase();
  const left = rows.filter(
    ({ customer, customerId }) =>
      customer.toLowerCase().includes(wanted) || customerId.toLowerCase() === wanted,
  );
  return sort === undefined ? left : left.sort((a, b) => comparePatterns(a, b, sort));
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the next order has a date, not a reason for its absence. */
export const hasPredictedDay = ({ predicted_next: next }: Pattern): boolean => ISO_DAY.test(next);

function comparePatterns(a: Pattern, b: Pattern, { by, descending }: Sort): number {
  // Rows without a date come last in both directions.
  if (by === 'predicted_next' && hasPredictedDay(a) !== hasPredictedDay(b))
    return hasPredictedDay(a) ? -1 : 1;
  const upwards = compareValues(a[by], b[by], by);
  return descending ? -upwards : upwards;
}

function compareValues(a: string | number, b: string | number, by: PatternKey): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (by === 'customer') return String(a).localeCompare(String(b), 'en-US', { numeric: true });
  return a < b ? -1 : a > b ? 1 : 0;
}
