/** The question of the explore page, stored in the URL, so that a link shows the same figures. */
import {
  PERIOD_SEPARATOR,
  pickSelection,
  type ExploreFilter,
  type ExploreState,
  type RowSelection,
} from '@/lib/exploreQuestion';
import type { MetricChangeQuery, MetricDataset, MetricQuery, MetricRowQuery, MetricValue } from './queries';

export {
  writeDays,
  writeExplore,
  type ExploreFilter,
  type ExploreState,
  type RowSelection,
} from '@/lib/exploreQuestion';

export const MAX_MEASURES = 4;
const MAX_DIMENSIONS = 3;
const MAX_ROWS = 500;
/** The period of an alert rule, which is relative to today. */
const ALERT_PERIOD = 'last_30_days';

const DEFAULTS: ExploreState = {
  dataset: 'sales',
  measures: ['revenue'],
  by: ['month'],
  filters: [],
  period: 'last_12_months',
  compare: '',
  chart: '',
  selection: {},
};

const list = (text: string | null, fallback: readonly string[]): readonly string[] =>
  text === null ? fallback : text.split(',').filter((each) => each !== '');

/** A filter as `dimension~op~value~value`, with escaped values. */
function parseFilter(text: string): ExploreFilter[] {
  const [dimension, op, ...values] = text.split('~').map(unescapeValue);
  return dimension && op ? [{ dimension, op, values }] : [];
}

const unescapeValue = (text: string): string => text.replaceAll('%7E', '~').replaceAll('%25', '%');

/** The selection of rows as JSON. The server checks its members. */
function parseSelection(text: string | null): RowSelection {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? pickSelection({ ...value }) : {};
  } catch {
    return {};
  }
}

const isNumeric = (value: string | number): boolean => /^-?\d+(\.\d+)?$/.test(String(value));

export function parseExplore(address: URLSearchParams): ExploreState {
  return {
    dataset: address.get('data') ?? DEFAULTS.dataset,
    measures: list(address.get('measures'), DEFAULTS.measures),
    by: list(address.get('by'), DEFAULTS.by),
    filters: address.getAll('filter').flatMap(parseFilter),
    period: address.get('period') ?? DEFAULTS.period,
    compare: address.get('compare') ?? DEFAULTS.compare,
    chart: address.get('chart') ?? DEFAULTS.chart,
    selection: parseSelection(address.get('select')),
  };
}

/** The days of a custom period. */
export function parseDays(period: string): { from: string; to: string } | undefined {
  const [from = '', to] = period.split(PERIOD_SEPARATOR);
  return to === undefined ? undefined : { from, to };
}

function toPeriod(period: string): NonNullable<MetricQuery['period']> {
  const days = parseDays(period);
  if (!days) return { preset: period };
  return { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) };
}

/** Whether values of the dimension are numbers. */
function sendsNumbers(dataset: MetricDataset, id: string): boolean {
  return dataset.dimensions.some((one) => one.id === id && one.type === 'number');
}

/** The members that a query of figures, of rows and of changes share. */
function toBase(state: ExploreState, dataset: MetricDataset) {
  const filters = state.filters.map(({ dimension, op, values }) => ({
    dimension,
    op,
    ...(values.length > 0 && {
      values: values.map((value) =>
        sendsNumbers(dataset, dimension) && isNumeric(value) ? Number(value) : value,
      ),
    }),
  }));
  return { dataset: dataset.id, ...(filters.length > 0 && { filters }) };
}

/** The figures that the page shows. */
export function toMetricQuery(state: ExploreState, dataset: MetricDataset): MetricQuery {
  return {
    ...toBase(state, dataset),
    measures: [...state.measures],
    ...(state.by.length > 0 && { dimensions: [...state.by] }),
    ...(dataset.hasDays && { period: toPeriod(state.period) }),
    ...(dataset.hasDays && state.compare !== '' && { compare: state.compare }),
    limit: MAX_ROWS,
    ...state.selection,
  };
}

/** The measure of a figure such as `revenue.change`. */
export const measureOf = (figure: string): string => figure.split('.')[0] ?? figure;

/** The selection without conditions on figures and dimensions that the question no longer has. */
export function fitSelection(state: ExploreState): ExploreState {
  const { having, order, topPer, ...rest } = state.selection;
  const isFigure = (id: string) =>
    state.measures.includes(measureOf(id)) && (state.compare !== '' || !id.includes('.'));
  const kept = having?.filter(({ measure }) => isFigure(measure)) ?? [];
  const keys = order?.filter(({ by }) => isFigure(by) || state.by.includes(by)) ?? [];
  const selection: RowSelection = {
    ...rest,
    ...(kept.length > 0 && { having: kept }),
    ...(keys.length > 0 && { order: keys }),
    ...(topPer && state.by.includes(topPer.dimension) && { topPer }),
  };
  return { ...state, selection };
}

/** The query of an alert rule: the first measure by the first dimension that is not time. */
export function toAlertQuery(state: ExploreState, dataset: MetricDataset): MetricQuery {
  const isTime = (id: string) => dataset.dimensions.some((one) => one.id === id && one.type === 'date');
  const by = state.by.find((id) => !isTime(id));
  return {
    ...toBase(state, dataset),
    measures: state.measures.slice(0, 1),
    ...(by !== undefined && { dimensions: [by] }),
    ...(dataset.hasDays && {
      period: { preset: parseDays(state.period) ? ALERT_PERIOD : state.period },
    }),
  };
}

/** The rows behind the figures. */
export function toRowQuery(state: ExploreState, dataset: MetricDataset): MetricRowQuery {
  return {
    ...toBase(state, dataset),
    measures: state.measures.slice(0, 1),
    ...(dataset.hasDays && { period: toPeriod(state.period) }),
  };
}

/** Why the first measure changed; undefined without a comparison. */
export function toChangeQuery(state: ExploreState, dataset: MetricDataset): MetricChangeQuery | undefined {
  const [measure] = state.measures;
  if (!dataset.hasDays || state.compare === '' || measure === undefined) return undefined;
  return { ...toBase(state, dataset), measure, period: toPeriod(state.period), compare: state.compare };
}

/** The filter that keeps one member of a dimension. */
export function memberFilter(dimension: string, type: string, value: MetricValue): ExploreFilter {
  if (value === null) return { dimension, op: 'is_empty', values: [] };
  return { dimension, op: type === 'text' ? 'in' : '=', values: [value] };
}

/** The same question with other data: what the data does not have is left out. */
export function changeDataset(state: ExploreState, dataset: MetricDataset): ExploreState {
  const has = (id: string) => dataset.dimensions.some((one) => one.id === id);
  const measures = state.measures.filter((id) => dataset.measures.some((one) => one.id === id));
  const [first] = dataset.measures;
  return {
    ...state,
    dataset: dataset.id,
    measures: measures.length > 0 || !first ? measures : [first.id],
    by: state.by.filter((id) => has(id)),
    filters: state.filters.filter(({ dimension }) => has(dimension)),
    selection: {},
  };
}

/** Adds an id to a list, or removes it. At the limit, the last one is replaced. */
export function toggle(ids: readonly string[], id: string, max: number): readonly string[] {
  if (ids.includes(id)) return ids.filter((one) => one !== id);
  return [...ids.slice(0, max - 1), id];
}

/** Adds a dimension to the breakdown, or removes it. Ids come and go with the names beside them. */
export function toggleDimension(
  by: readonly string[],
  id: string,
  dataset: MetricDataset,
): readonly string[] {
  const beside = (one: string) => dataset.dimensions.find((known) => known.id === one)?.beside;
  if (by.includes(id)) return by.filter((one) => one !== id && beside(one) !== id);
  const name = beside(id);
  const named = name === undefined || by.includes(name) ? by : toggle(by, name, MAX_DIMENSIONS - 1);
  return toggle(named, id, MAX_DIMENSIONS);
}
