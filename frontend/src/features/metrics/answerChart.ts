/** The chart of an answer, by default a line over time, a heat map of the calendar, and bars otherwise. */
import { formatShortMonth } from '@/lib/dateFormat';
import type { ExploreState } from '@/lib/exploreQuestion';
import { t } from '@/messages/en/explore';
import type { ChartProps, ChartSeries, ChartTone } from '@/ui/charts/chartTypes';
import {
  findMembers,
  findParts,
  groupBy,
  isCalendar,
  joinKeys,
  nameMembers,
  readFigure,
  readKey,
  type Parts,
  type Place,
} from './answerParts';
import { describePeriod, formatAxisFigure, formatFigure, formatMember, nameBucket } from './figureFormat';
import type { HeatMapProps } from './HeatMap';
import type { MetricAnswer, MetricDataset, MetricValue } from './queries';

const TONES: readonly ChartTone[] = ['green', 'amber', 'slate', 'plum', 'teal', 'ochre'];
/** More bars are too thin to compare. */
const MAX_BARS = 24;
/** Dimensions whose buckets are months or longer. */
const LONG_BUCKETS = ['month', 'quarter', 'season'];
/** More groups of bars are too thin to compare. */
const MAX_POINTS_OF_BARS = 40;
/** More cells are no picture any more. */
const MAX_HEAT_COLUMNS = 31;
const MAX_HEAT_ROWS = 50;

/** How an answer can be drawn. */
export const CHART_KINDS = ['line', 'bar', 'stacked', 'heat'] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** What a point is made of: one of its rows, and the columns of the row that make the point. */
interface Pick {
  row: MetricValue[] | undefined;
  places: readonly number[];
}

export type AnswerChart = { pick: (point: string) => Pick } & (
  { kind: 'line' | 'bar' | 'stacked'; props: ChartProps } | { kind: 'heat'; props: HeatMapProps }
);

/**
 * The kinds of chart that fit an answer, the default first; empty if there is nothing to draw. `additive`:
 * whether the members of the measure add up.
 */
export function chartKinds(answer: MetricAnswer, additive = false): readonly ChartKind[] {
  const parts = findParts(answer);
  if (!parts) return [];
  const { axis, others, dimensions, rows } = parts;
  const isTime = axis.column.kind === 'date';
  if (!isTime && dimensions.length !== 2) return ['bar'];
  const points = findMembers(rows, [axis]).size;
  const groups = findMembers(rows, others).size;
  const isWhole = rows.length === answer.rowCount;
  // Several totals, one for each currency or unit.
  const isMixed = answer.totals.length > 1;
  const hasBars = points <= MAX_POINTS_OF_BARS && groups <= TONES.length;
  const hasCells = others.length > 0 && points > 1 && points <= MAX_HEAT_COLUMNS && groups <= MAX_HEAT_ROWS;
  const fits: Record<ChartKind, boolean> = {
    line: isTime,
    bar: !isTime || hasBars,
    // Without all rows, the height of a stack would be no total, and an empty cell would not mean none.
    stacked: hasBars && groups > 1 && additive && isWhole && !isMixed,
    heat: hasCells && isWhole && !isMixed,
  };
  const kinds = CHART_KINDS.filter((kind) => fits[kind]);
  return isCalendar(axis) && fits.heat ? ['heat', ...kinds.filter((kind) => kind !== 'heat')] : kinds;
}

interface ChartChoice {
  /** The kinds that fit, the default first. */
  kinds: readonly ChartKind[];
  /** The one that the question asks for, or the default. */
  kind: ChartKind | undefined;
}

/** The kinds of chart for the answer of a question. */
export function chooseChart(
  answer: MetricAnswer,
  { measures, chart }: ExploreState,
  dataset: MetricDataset,
): ChartChoice {
  const { additive } = dataset.measures.find(({ id }) => id === measures[0]) ?? {};
  const kinds = chartKinds(answer, additive);
  return { kinds, kind: kinds.find((one) => one === chart) ?? kinds[0] };
}

/** The chart of an answer, of a kind that fits it. Undefined if there is nothing to draw. */
export function buildChart(answer: MetricAnswer, kind = chartKinds(answer)[0]): AnswerChart | undefined {
  const parts = findParts(answer);
  if (!parts || !kind) return undefined;
  if (kind === 'heat') return buildHeatMap(parts);
  const isTime = parts.axis.column.kind === 'date';
  return kind === 'stacked' || isTime ? buildSeries(parts, kind) : buildBars(parts);
}

/** The rows of a group and what is drawn of them. */
interface GroupSeries {
  own: readonly MetricValue[][];
  series: ChartSeries;
}

/** Points along the axis with a line, or a set of bars, for each of the largest groups. */
function buildSeries(parts: Parts, kind: 'line' | 'bar' | 'stacked'): AnswerChart {
  const { answer, rows, measure, axis, others } = parts;
  const members = findMembers(rows, [axis]);
  const points = [...members.keys()];
  const groups = groupBy(rows, (row) => joinKeys(row, others));
  const largest = [...groups.values()]
    .map((own) => ({
      own,
      size: own.reduce((sum, row) => sum + Math.abs(readFigure(row, measure) ?? 0), 0),
    }))
    .sort((a, b) => b.size - a.size)
    .slice(0, TONES.length);
  const names = makeUnique(largest.map(({ own: [first = []] }) => nameMembers(first, others)));
  const lines = largest.map(({ own }, index): GroupSeries => {
    const values = new Map(own.map((row) => [readKey(row, axis), readFigure(row, measure)]));
    return {
      own,
      series: {
        name: names[index] || measure.column.label,
        tone: TONES[index] ?? 'green',
        values: points.map((point) => values.get(point)),
      },
    };
  });
  const member = (point: string) => members.get(point)?.[axis.place] ?? null;
  const left = groups.size - largest.length;
  return {
    kind,
    pick: (point) => ({
      row: members.get(point),
      places: [axis.place],
    }),
    props: {
      ...describeFigures(parts),
      label: describe(parts, left > 0 ? largest.length : undefined),
      axis: {
        heading: axis.column.label,
        points,
        days: kind === 'line',
        incomplete: answer.incomplete,
        name: (point) => nameBucket(member(point), axis.column, answer.incomplete),
        tick: (point) =>
          LONG_BUCKETS.includes(axis.column.id)
            ? formatShortMonth(point.slice(0, 7))
            : formatMember(member(point), axis.column),
      },
      series: [...lines.map(({ series }) => series), ...compareSeries(parts, points, kind, lines)],
    },
  };
}

/**
 * The same measure in the compared period, each bucket at its place in the period: a dashed line in the color of
 * each line, or a second set of bars. Several sets of bars have none.
 */
function compareSeries(
  { answer, measure, axis }: Parts,
  points: readonly string[],
  kind: 'line' | 'bar' | 'stacked',
  lines: readonly GroupSeries[],
): ChartSeries[] {
  const compared = findCompared(answer, measure);
  if (!compared || (kind !== 'line' && lines.length > 1)) return [];
  const period = answer.comparedPeriod ? describePeriod(answer.comparedPeriod) : compared.column.label;
  return lines.map(({ own, series: { name, tone } }) => {
    const values = new Map(own.map((row) => [readKey(row, axis), readFigure(row, compared)]));
    return {
      name: lines.length > 1 ? `${name}, ${period}` : period,
      // Bars have no dashes.
      tone: kind === 'line' ? tone : (TONES[1] ?? 'green'),
      values: points.map((point) => values.get(point)),
      compared: kind === 'line',
    };
  });
}

/** The figures of the compared period. */
function findCompared({ columns }: MetricAnswer, measure: Place): Place | undefined {
  const place = columns.findIndex(({ id }) => id === `${measure.column.id}.compare`);
  const column = columns[place];
  return column && { column, place };
}

/** A bar for each row, with the compared figure beside it. */
function buildBars(parts: Parts): AnswerChart {
  const { answer, rows, dimensions, measure } = parts;
  const shown = rows.slice(0, MAX_BARS);
  const names = makeUnique(shown.map((row) => nameMembers(row, dimensions)));
  const compared = findCompared(answer, measure);
  return {
    kind: 'bar',
    pick: (point) => ({
      row: shown[names.indexOf(point)],
      places: dimensions.map(({ place }) => place),
    }),
    props: {
      ...describeFigures(parts),
      label: describe(parts, rows.length > MAX_BARS ? MAX_BARS : undefined),
      axis: { heading: dimensions.map(({ column }) => column.label).join(', '), points: names },
      series: [measure, ...(compared ? [compared] : [])].map((one, index) => ({
        name: one.column.label,
        tone: TONES[index] ?? 'green',
        values: shown.map((row) => readFigure(row, one)),
      })),
    },
  };
}

/** A column for each point of the axis, and a line for each member of the other dimensions. */
function buildHeatMap(parts: Parts): AnswerChart {
  const { answer, rows, measure, axis, others } = parts;
  const points = findMembers(rows, [axis]);
  const members = findMembers(rows, others);
  const cells = new Map(rows.map((row, index) => [cellKey(row, parts), { row, point: String(index) }]));
  const nameOf = (row: MetricValue[], places: readonly Place[]) =>
    places.map(({ column, place }) => nameBucket(row[place] ?? null, column, answer.incomplete)).join(' · ');
  return {
    kind: 'heat',
    pick: (point) => ({
      row: rows[Number(point)],
      places: parts.dimensions.map(({ place }) => place),
    }),
    props: {
      ...describeFigures(parts),
      label: describe(parts, undefined),
      heading: others.map(({ column }) => column.label).join(', '),
      columns: [...points.values()].map((row) => nameOf(row, [axis])),
      lines: [...members].map(([key, row]) => ({
        name: nameOf(row, others),
        cells: [...points.keys()].map((point) => {
          const cell = cells.get(`${point}\n${key}`);
          return cell && { point: cell.point, value: readFigure(cell.row, measure) };
        }),
      })),
    },
  };
}

const cellKey = (row: MetricValue[], { axis, others }: Parts): string =>
  `${readKey(row, axis)}\n${joinKeys(row, others)}`;

const describeFigures = ({ measure: { column } }: Parts) => ({
  unit: [column.label, column.unit].filter(Boolean).join(', '),
  format: (value: number) => formatFigure(value, column),
  tickFormat: (value: number) => formatAxisFigure(value, column.kind),
});

function describe({ measure, dimensions }: Parts, first: number | undefined): string {
  const by = dimensions.map(({ column }) => column.label.toLowerCase()).join(', ');
  const name = `${measure.column.label}, ${t('byDimension', { dimension: by }).toLowerCase()}`;
  return first === undefined ? name : `${name}, ${t('first', { value: first })}`;
}

/** Adds a number to names that are there twice. */
function makeUnique(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${String(before + 1)})`;
  });
}
