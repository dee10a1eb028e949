import { describe, expect, it } from 'vitest';
import { buildChart, chartKinds, type ChartKind } from './answerChart';
import { answer } from './explore.fixture';
import type { MetricAnswer } from './queries';

const byMonth: MetricAnswer = {
  ...answer,
  columns: [
    { id: 'customer', label: 'Customer', kind: 'text', role: 'dimension' },
    { id: 'month', label: 'Month', kind: 'date', role: 'dimension' },
    { id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' },
  ],
  rows: [
    ['Diaz', '2026-05-01', 10],
    ['Hoffman', '2026-04-01', 500],
    ['Hoffman', '2026-06-01', 300],
  ],
  incomplete: ['2026-06-01'],
};

const byCalendar: MetricAnswer = {
  ...answer,
  columns: [
    { id: 'category', label: 'Category', kind: 'text', role: 'dimension' },
    { id: 'month_of_year', label: 'Month of the year', kind: 'number', role: 'dimension' },
    { id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' },
  ],
  rows: [
    ['Seed', 11, 30],
    ['Seed', 2, 500],
    ['Fertilizer', 2, -20],
  ],
  rowCount: 3,
  totals: [[null, null, 510]],
};

/** The chart, which has points and series. */
function plot(given: MetricAnswer, kind?: ChartKind) {
  const chart = buildChart(given, kind);
  if (!chart || chart.kind === 'heat') throw new Error('No plot');
  return chart;
}

describe('a chart', () => {
  it('over time has a line for each member, the largest first, and gaps', () => {
    const { kind, props } = plot(byMonth);
    expect(kind).toBe('line');
    expect(props.axis.points).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
    expect(props.series.map(({ name, values }) => [name, values])).toEqual([
      ['Hoffman', [500, undefined, 300]],
      ['Diaz', [undefined, 10, undefined]],
    ]);
    expect(props.unit).toBe('Revenue, USD');
  });

  it('marks incomplete buckets', () => {
    const { name } = plot(byMonth).props.axis;
    expect([name?.('2026-05-01'), name?.('2026-06-01')]).toEqual(['May 2026', 'Jun 2026 (incomplete)']);
  });

  it('over time has a dashed line for the compared period next to each line', () => {
    const figures: MetricAnswer['columns'] = [
      { id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' },
      { id: 'revenue.compare', label: 'Revenue before', kind: 'money', unit: 'USD', role: 'compare' },
    ];
    const month: MetricAnswer['columns'][number] = {
      id: 'month',
      label: 'Month',
      kind: 'date',
      role: 'dimension',
    };
    const compared: MetricAnswer = {
      ...answer,
      columns: [month, ...figures],
      rows: [
        ['2026-05-01', 10, 20],
        ['2026-06-01', 30, null],
      ],
      comparedPeriod: { from: '2025-05-01', to: '2025-06-14' },
    };
    const period = 'May 1, 2025 – Jun 14, 2025';
    expect(plot(compared).props.series).toEqual([
      { name: 'Revenue', tone: 'green', values: [10, 30] },
      { name: period, tone: 'green', values: [20, undefined], compared: true },
    ]);
    expect(plot(compared, 'bar').props.series.map(({ name, tone }) => [name, tone])).toEqual([
      ['Revenue', 'green'],
      [period, 'amber'],
    ]);
    const byItem: MetricAnswer = {
      ...compared,
      columns: [month, { id: 'item', label: 'Item', kind: 'text', role: 'dimension' }, ...figures],
      rows: [
        ['2026-05-01', 'Urea', 10, 20],
        ['2026-06-01', 'Potash', 30, 40],
      ],
    };
    expect(plot(byItem).props.series).toEqual([
      { name: 'Potash', tone: 'green', values: [undefined, 30] },
      { name: 'Urea', tone: 'amber', values: [10, undefined] },
      { name: `Potash, ${period}`, tone: 'green', values: [undefined, 40], compared: true },
      { name: `Urea, ${period}`, tone: 'amber', values: [20, undefined], compared: true },
    ]);
    // Two sets of bars for each item would be too many.
    expect(plot(byItem, 'bar').props.series.map(({ name }) => name)).toEqual(['Potash', 'Urea']);
  });

  it('of members has bars with unique names', () => {
    const { kind, props } = plot({
      ...answer,
      rows: [
        ['A', 2],
        ['A', 1],
      ],
    });
    expect(kind).toBe('bar');
    expect(props.axis.points).toEqual(['A', 'A (2)']);
  });

  it('of a single figure is not drawn', () => {
    expect(buildChart({ ...answer, rows: [['A', 2]] })).toBeUndefined();
    expect(chartKinds({ ...answer, rows: [['A', 2]] })).toEqual([]);
  });

  it('is of a kind that fits', () => {
    const whole = { ...byMonth, rowCount: 3 };
    expect(chartKinds(whole, true)).toEqual(['line', 'bar', 'stacked', 'heat']);
    expect(chartKinds({ ...answer, rowCount: 2 }, true)).toEqual(['bar']);
  });

  it('stacks only what adds up to the total', () => {
    const whole = { ...byMonth, rowCount: 3 };
    expect(chartKinds(whole, false)).not.toContain('stacked');
    expect(chartKinds({ ...whole, rowCount: 900 }, true)).not.toContain('stacked');
    // An empty cell would seem to be none.
    expect(chartKinds({ ...whole, rowCount: 900 }, true)).not.toContain('heat');
    // A total for each of two currencies.
    const mixed = { ...whole, totals: [[], []] };
    expect(chartKinds(mixed, true)).toEqual(['line', 'bar']);
  });

  it('of the calendar is a heat map in its order', () => {
    expect(chartKinds(byCalendar, true)[0]).toBe('heat');
    const chart = buildChart(byCalendar);
    if (chart?.kind !== 'heat') throw new Error('No heat map');
    expect(chart.props.columns).toEqual(['February', 'November']);
    expect(chart.props.lines.map(({ name, cells }) => [name, cells.map((cell) => cell?.value)])).toEqual([
      ['Seed', [500, 30]],
      ['Fertilizer', [-20, undefined]],
    ]);
    const point = chart.props.lines[1]?.cells[0]?.point ?? '';
    expect(chart.pick(point)).toEqual({ row: ['Fertilizer', 2, -20], places: [0, 1] });
  });

  it('with bars of months names them as the table does', () => {
    const { props } = plot(byCalendar, 'stacked');
    expect(props.axis.points.map((each) => props.axis.name?.(each))).toEqual(['February', 'November']);
    expect(props.series.map(({ name, values }) => [name, values])).toEqual([
      ['Seed', [500, 30]],
      ['Fertilizer', [-20, undefined]],
    ]);
  });
});
