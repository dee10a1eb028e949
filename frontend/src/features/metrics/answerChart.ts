/** The chart of an answer: a line over time, bars otherwise. */
import { formatShortMonth } from '@/lib/dateFormat';
import { t } from '@/messages/en/explore';
import type { ChartProps, ChartSeries, ChartTone } from '@/ui/charts/chartTypes';
import { formatAxisFigure, formatFigure, formatMember } from './figureFormat';
import type { MetricAnswer, MetricColumn, MetricValue } from './queries';

const TONES: readonly ChartTone[] = ['green', 'amber', 'slate', 'plum', 'teal', 'ochre'];
/** More bars are too thin to compare. */
const MAX_BARS = 24;
/** Dimensions whose buckets are months or longer. */
const LONG_BUCKETS = ['month', 'quarter', 'season'];

interface AnswerChart {
  type: 'line' | 'bar';
  props: ChartProps;
  /** A row of a point, and the columns of the row that make the point. */
  pick: (point: string) => { row: MetricValue[] | undefined; places: readonly number[] };
}

/** Undefined if there is nothing to draw. */
export function buildChart(answer: MetricAnswer): AnswerChart | undefined {
  const columns = answer.columns.map((column, place) => ({ column, place }));
  const dimensions = columns.filter(({ column }) => column.role === 'dimension');
  const measure = columns.find(({ column }) => column.role === 'measure');
  const rows = answer.rows as MetricValue[][];
  if (!measure || dimensions.length === 0 || rows.length < 2 || measure.column.kind === 'date')
    return undefined;
  const time = dimensions.find(({ column }) => column.kind === 'date');
  const others = dimensions.filter((one) => one !== time);
  const nameRow = (row: MetricValue[], parts: typeof dimensions) =>
    parts.map(({ column, place }) => formatMember(row[place] ?? null, column)).join(' · ');
  const figure = (row: MetricValue[], place: number) => {
    const value = row[place];
    return typeof value === 'number' ? value : undefined;
  };
  const shared = {
    unit: [measure.column.label, measure.column.unit].filter(Boolean).join(', '),
    format: (value: number) => formatFigure(value, measure.column),
    tickFormat: (value: number) => formatAxisFigure(value, measure.column.kind),
  };
  if (time) {
    const points = [...new Set(rows.map((row) => String(row[time.place])))].sort();
    const groups = groupBy(rows, (row) => nameRow(row, others));
    const largest = [...groups]
      .map(([name, own]) => ({
        name,
        own,
        size: own.reduce((sum, row) => sum + Math.abs(figure(row, measure.place) ?? 0), 0),
      }))
      .sort((a, b) => b.size - a.size)
      .slice(0, TONES.length);
    const series = largest.map(({ name, own }, index): ChartSeries => {
      const values = new Map(own.map((row) => [String(row[time.place]), figure(row, measure.place)]));
      return {
        name: name === '' ? measure.column.label : name,
        tone: TONES[index] ?? 'green',
        values: points.map((point) => values.get(point)),
      };
    });
    const name = (point: string) => nameBucket(point, time.column, answer.incomplete);
    const left = groups.size - largest.length;
    return {
      type: 'line',
      pick: (point) => ({
        row: rows.find((row) => String(row[time.place]) === point),
        places: [time.place],
      }),
      props: {
        ...shared,
        label: describe(measure.column, dimensions, left > 0 ? largest.length : undefined),
        axis: {
          heading: time.column.label,
          points,
          days: true,
          incomplete: answer.incomplete,
          name,
          tick: (point) =>
            LONG_BUCKETS.includes(time.column.id)
              ? formatShortMonth(point.slice(0, 7))
              : formatMember(point, time.column),
        },
        series,
      },
    };
  }
  const shown = rows.slice(0, MAX_BARS);
  const names = makeUnique(shown.map((row) => nameRow(row, dimensions)));
  const bars = [measure, ...columns.filter(({ column }) => column.id === `${measure.column.id}.compare`)];
  return {
    type: 'bar',
    pick: (point) => ({
      row: shown[names.indexOf(point)],
      places: dimensions.map(({ place }) => place),
    }),
    props: {
      ...shared,
      label: describe(measure.column, dimensions, rows.length > MAX_BARS ? MAX_BARS : undefined),
      axis: { heading: dimensions.map(({ column }) => column.label).join(', '), points: names },
      series: bars.map(({ column, place }, index) => ({
        name: column.label,
        tone: TONES[index] ?? 'green',
        values: shown.map((row) => figure(row, place)),
      })),
    },
  };
}

/** The name of a time bucket; incomplete ones say so. */
export function nameBucket(point: MetricValue, column: MetricColumn, incomplete: readonly string[]): string {
  const name = formatMember(point, column);
  return incomplete.includes(String(point)) ? t('incomplete', { name }) : name;
}

function describe(
  measure: MetricColumn,
  dimensions: readonly { column: MetricColumn }[],
  first: number | undefined,
): string {
  const by = dimensions.map(({ column }) => column.label.toLowerCase()).join(', ');
  const name = `${measure.label}, ${t('byDimension', { dimension: by }).toLowerCase()}`;
  return first === undefined ? name : `${name}, ${t('first', { value: first })}`;
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = key(item);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
}

/** Adds a number to names that are there twice. */
function makeUnique(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${String(before + 1)})`;
  });
}
