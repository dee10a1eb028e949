/** Lines share a chart only if they share a unit, and use the same axis of days. */
import type { Schemas } from '@sprout/client';
import { describe, expect, it } from 'vitest';
import { buildCharts } from './answerCharts';

const line = (name: string, unit: string, points: [string, number][]) => ({
  name,
  unit,
  points: points.map(([day, value]) => ({ day, value })),
});

const draw = (title: string, lines: ReturnType<typeof line>[]) =>
  buildCharts({ chart: { callId: 'c1', title, lines }, tables: [], facts: [] });

/** Revenue of two months with that of a year before, as the server answers it. */
function comparison(query: Partial<Schemas['MetricQuery']> = {}) {
  const rows = [
    ['2026-05-01', 500, 400, 100, 25],
    ['2026-06-01', 300, null, null, null],
  ] as const;
  const kinds = ['date', 'money', 'money', 'money', 'percent'];
  const headings = ['Month', 'Revenue', 'Revenue before', 'Revenue: change', 'Revenue: change in percent'];
  return {
    chart: {
      callId: 'c1',
      title: 'Revenue by month',
      lines: [
        line(
          'Revenue',
          'USD',
          rows.map(([day, value]) => [day, value]),
        ),
      ],
    },
    tables: [
      {
        callId: 'c1',
        title: 'Revenue by month',
        columns: headings.map((label, index) => ({ label, numeric: index > 0 })),
        rows: rows.map((cells, index) => ({ id: `c1.r${String(index + 1)}`, cells: cells.map(String) })),
        total: rows.length,
      },
    ],
    facts: rows.flatMap((cells, row) =>
      cells.map((value, index) => ({
        id: `f${String(row)}.${String(index)}`,
        label: headings[index] ?? '',
        kind: kinds[index] ?? '',
        value,
        formatted: String(value),
        rowRefs: [`c1.r${String(row + 1)}`],
      })),
    ),
    query: { measures: ['revenue'], dimensions: ['month'], compare: 'previous_year', ...query },
  } satisfies Parameters<typeof buildCharts>[0];
}

describe('the charts of an answer', () => {
  it('give each unit a chart of its own', () => {
    const charts = draw('Prices', [
      line('Corn', 'USD/bu', [['2026-06-01', 4.5]]),
      line('Urea', 'USD/ton', [['2026-06-01', 460]]),
      line('Wheat', 'USD/bu', [['2026-06-01', 6.1]]),
    ]);
    expect(charts.map(({ label, unit }) => [label, unit])).toEqual([
      ['Prices: Corn, Wheat', 'USD/bu'],
      ['Prices: Urea', 'USD/ton'],
    ]);
    expect(charts[0]?.format(4.5)).toBe('4.50 USD/bu');
    expect(charts[0]?.series.map(({ tone }) => tone)).toEqual(['amber', 'ochre']);
  });

  it('leave a gap where a line has no value on a day', () => {
    const [chart] = draw('Sales', [
      line('Seed', 'bags', [
        ['2026-06-02', 3],
        ['2026-06-01', 2],
      ]),
      line('Seed', 'bags', [['2026-06-02', 9]]),
    ]);
    expect(chart?.axis.points).toEqual(['2026-06-01', '2026-06-02']);
    expect(chart?.series.map(({ name, values }) => [name, values])).toEqual([
      ['Seed', [2, 3]],
      ['Seed (2)', [undefined, 9]],
    ]);
    expect(chart?.format(1200)).toBe('1,200 bags');
  });

  it('have a dashed line for the compared period', () => {
    const [chart] = buildCharts(comparison());
    expect(chart?.series).toEqual([
      { name: 'Revenue', tone: 'green', values: [500, 300] },
      { name: 'Previous year', tone: 'green', values: [400, undefined], compared: true },
    ]);
    const names = ['previous_period', { from: '2024-05-01', to: '2024-06-30' }, { preset: 'last_season' }];
    expect(
      names.map((compare) => buildCharts(comparison({ compare }))[0]?.series.map(({ name }) => name)[1]),
    ).toEqual(['Previous period', 'May 1, 2024 – Jun 30, 2024', 'Revenue before']);
  });

  it.each([
    ['without a comparison', comparison({ compare: undefined })],
    [
      'of a cut table',
      { ...comparison(), tables: comparison().tables.map((one) => ({ ...one, total: 90 })) },
    ],
    ['of two measures', comparison({ measures: ['revenue', 'orders'] })],
    ['of two dimensions', comparison({ dimensions: ['month', 'item'] })],
    ['of figures without facts', { ...comparison(), facts: [] }],
  ])('have no second line %s', (_, given) => {
    expect(buildCharts(given)[0]?.series).toHaveLength(1);
  });

  it('write percents as percents', () => {
    const [chart] = draw('Change', [line('Corn', '%', [['2026-06-01', 4.25]])]);
    expect(chart?.format(4.25)).toBe('4.25%');
  });
});
