/** The parts of an answer that a chart shows, and how to read them. */
import { formatMember } from './figureFormat';
import type { MetricAnswer, MetricColumn, MetricValue } from './queries';

/** Dimensions that repeat, with a number for each member, in the order in which they become the axis. */
const CALENDAR = ['month_of_year', 'weekday'];

export interface Place {
  column: MetricColumn;
  place: number;
}

/** The parts of an answer that a chart shows. */
export interface Parts {
  answer: MetricAnswer;
  rows: MetricValue[][];
  dimensions: readonly Place[];
  measure: Place;
  /** The dimension along the axis of lines, stacks and heat maps. */
  axis: Place;
  /** The other dimensions. */
  others: readonly Place[];
}

export const isCalendar = ({ column }: Place): boolean => CALENDAR.includes(column.id);

/** Undefined if there is nothing to draw. */
export function findParts(answer: MetricAnswer): Parts | undefined {
  const columns = answer.columns.map((column, place) => ({ column, place }));
  const dimensions = columns.filter(({ column }) => column.role === 'dimension');
  const measure = columns.find(({ column }) => column.role === 'measure');
  const rows = answer.rows as MetricValue[][];
  if (!measure || rows.length < 2 || measure.column.kind === 'date') return undefined;
  const calendar = CALENDAR.map((id) => dimensions.find(({ column }) => column.id === id));
  const axis =
    dimensions.find(({ column }) => column.kind === 'date') ??
    calendar.find((one) => one !== undefined) ??
    dimensions[0];
  if (!axis) return undefined;
  return { answer, rows, dimensions, measure, axis, others: dimensions.filter((one) => one !== axis) };
}

export const readFigure = (row: MetricValue[], { place }: Place): number | undefined => {
  const value = row[place];
  return typeof value === 'number' ? value : undefined;
};

export const readKey = (row: MetricValue[], { place }: Place): string => String(row[place] ?? '');

export const joinKeys = (row: MetricValue[], places: readonly Place[]): string =>
  places.map((one) => readKey(row, one)).join('\n');

export const nameMembers = (row: MetricValue[], places: readonly Place[]): string =>
  places.map(({ column, place }) => formatMember(row[place] ?? null, column)).join(' · ');

/** The members of some dimensions, each with its first row: days and numbers in order, names as in the rows. */
export function findMembers(
  rows: readonly MetricValue[][],
  places: readonly Place[],
): ReadonlyMap<string, MetricValue[]> {
  const members = new Map<string, MetricValue[]>();
  for (const row of rows) {
    const key = joinKeys(row, places);
    if (!members.has(key)) members.set(key, row);
  }
  const [first, second] = places;
  if (!first || second) return members;
  if (first.column.kind === 'date') return new Map([...members].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (isCalendar(first)) return new Map([...members].sort(([a], [b]) => Number(a) - Number(b)));
  return members;
}

export function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = key(item);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
}
