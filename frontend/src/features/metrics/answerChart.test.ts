import { describe, expect, it } from 'vitest';
import { buildChart } from './answerChart';
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

describe('a chart', () => {
  it('over time has a line for each member, the largest first, and gaps', () => {
    const chart = buildChart(byMonth);
    expect(chart?.type).toBe('line');
    expect(chart?.props.axis.points).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
    expect(chart?.props.series.map(({ name, values }) => [name, values])).toEqual([
      ['Hoffman', [500, undefined, 300]],
      ['Diaz', [undefined, 10, undefined]],
    ]);
    expect(chart?.props.unit).toBe('Revenue, USD');
  });

  it('marks incomplete buckets', () => {
    const name = buildChart(byMonth)?.props.axis.name;
    expect([name?.('2026-05-01'), name?.('2026-06-01')]).toEqual(['May 2026', 'Jun 2026 (incomplete)']);
  });

  it('of members has bars with unique names', () => {
    const chart = buildChart({
      ...answer,
      rows: [
        ['A', 2],
        ['A', 1],
      ],
    });
    expect(chart?.type).toBe('bar');
    expect(chart?.props.axis.points).toEqual(['A', 'A (2)']);
  });

  it('of a single figure is not drawn', () => {
    expect(buildChart({ ...answer, rows: [['A', 2]] })).toBeUndefined();
  });
});
