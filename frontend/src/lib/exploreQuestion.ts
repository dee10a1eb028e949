/** A question of the explore page as its address, so that figures anywhere can link to their own question. */
import type { Schemas } from '@sprout/client';
import { paths } from './paths';

/** A condition on rows. */
export interface ExploreFilter {
  dimension: string;
  op: string;
  values: readonly (string | number)[];
}

export type MetricQuery = Schemas['MetricQuery'];

/** Which rows and derived columns an answer has, as in a query of the API. */
export type RowSelection = Partial<Pick<MetricQuery, 'having' | 'order' | 'topPer' | 'derive' | 'limit'>>;

export interface ExploreState {
  dataset: string;
  measures: readonly string[];
  /** The dimensions. */
  by: readonly string[];
  filters: readonly ExploreFilter[];
  /** A preset such as `last_12_months`, or days such as `2026-05-01..2026-05-31`. */
  period: string;
  /** `previous_period`, `previous_year`, or empty. */
  compare: string;
  /** The kind of the chart, or empty for the one that fits best. */
  chart: string;
  selection: RowSelection;
}

/** Between the days of a custom period. */
export const PERIOD_SEPARATOR = '..';

const escapeValue = (value: string | number): string =>
  String(value).replace(/[%~]/g, (found) => encodeURIComponent(found).replace('~', '%7E'));

export function writeExplore(state: ExploreState): URLSearchParams {
  const address = new URLSearchParams({
    data: state.dataset,
    measures: state.measures.join(','),
    by: state.by.join(','),
    period: state.period,
  });
  for (const { dimension, op, values } of state.filters) {
    address.append('filter', [dimension, op, ...values].map(escapeValue).join('~'));
  }
  if (state.compare !== '') address.set('compare', state.compare);
  if (state.chart !== '') address.set('chart', state.chart);
  if (Object.keys(state.selection).length > 0) address.set('select', JSON.stringify(state.selection));
  return address;
}

/** The days of a custom period, as the explore page writes them. */
export const writeDays = (from: string, to: string): string => `${from}${PERIOD_SEPARATOR}${to}`;

/** A month such as `2026-02` as its days. */
export function writeMonth(month: string): string {
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return writeDays(`${month}-01`, last.toISOString().slice(0, 10));
}

interface LinkedQuestion {
  /** By default sales, as in the API. */
  dataset: string | null | undefined;
  measures: readonly string[];
  by: readonly string[];
  /** As in a query of the API. */
  filters?:
    readonly { dimension: string; op: string; value?: unknown; values?: unknown }[] | null | undefined;
  period?: string;
  compare?: string;
  selection?: RowSelection;
}

const SELECTION_MEMBERS = ['having', 'order', 'topPer', 'derive', 'limit'] as const;

/** The members of a query that select rows. */
export function pickSelection(query: Readonly<Record<string, unknown>>): RowSelection {
  const known = SELECTION_MEMBERS.filter((name) => query[name] !== undefined && query[name] !== null);
  // The server checks them, with the rest of the query.
  return Object.fromEntries(known.map((name) => [name, query[name]])) as RowSelection;
}

const isValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The explore page with a question; by default over the last 12 months. */
export function explorePath(question: LinkedQuestion): string {
  const {
    dataset,
    measures,
    by,
    filters,
    period = 'last_12_months',
    compare = '',
    selection = {},
  } = question;
  const conditions = (filters ?? []).map(({ dimension, op, value, values }) => ({
    dimension,
    op,
    values: (Array.isArray(values) ? values : [value]).filter(isValue),
  }));
  const shown = { measures, by, filters: conditions, period, compare, chart: '', selection };
  return `${paths.explore}?${writeExplore({ dataset: dataset ?? 'sales', ...shown }).toString()}`;
}

/** Operators with conditions of their own. */
export const NESTED_OPERATORS = ['bought', 'did_not_buy'];

/** The explore page with the figures of a query. None if the page has no controls for a part of it. */
export function queryPath(query: MetricQuery): string | undefined {
  const { dataset, measures, dimensions, filters, period, compare } = query;
  const isNested = (filters ?? []).some(({ op }) => NESTED_OPERATORS.includes(op));
  if (isNested || (compare !== undefined && typeof compare !== 'string')) return undefined;
  return explorePath({
    dataset,
    measures,
    by: dimensions ?? [],
    filters,
    period: period?.preset ?? writeDays(period?.from ?? '', period?.to ?? ''),
    selection: pickSelection({ ...query }),
    ...(compare !== undefined && { compare }),
  });
}
