/** Lines share a chart only if they share a unit, and use the same axis of days. */
import { describe, expect, it } from 'vitest';
import { buildCharts } from './answerCharts';

const line = (name: string, unit: string, points: [string, number][]) => ({
  name,
  unit,
  points: points.map(([day, value]) => ({ day, value })),
});

describe('the charts of an answer', () => {
  it('give each unit a chart of its own', () => {
    const charts = buildCharts({
      callId: 'c1',
      title: 'Prices',
      lines: [
        line('Corn', 'USD/bu', [['2026-06-01', 4.5]]),
        line('Urea', 'USD/ton', [['2026-06-01', 460]]),
        line('Wheat', 'USD/bu', [['2026-06-01', 6.1]]),
      ],
    });
    expect(charts.map(({ label, unit }) => [label, unit])).toEqual([
      ['Prices: Corn, Wheat', 'USD/bu'],
      ['Prices: Urea', 'USD/ton'],
    ]);
    expect(charts[0]?.format(4.5)).toBe('4.50 USD/bu');
    expect(charts[0]?.series.map(({ tone }) => tone)).toEqual(['amber', 'ochre']);
  });

  it('leave a gap where a line has no value on a day', () => {
    const [chart] = buildCharts({
      callId: 'c1',
      title: 'Sales',
      lines: [
        line('Seed', 'bags', [
          ['2026-06-02', 3],
          ['2026-06-01', 2],
        ]),
        line('Seed', 'bags', [['2026-06-02', 9]]),
      ],
    });
    expect(chart?.axis.points).toEqual(['2026-06-01', '2026-06-02']);
    expect(chart?.series.map(({ name, values }) => [name, values])).toEqual([
      ['Seed', [2, 3]],
      ['Seed (2)', [undefined, 9]],
    ]);
    expect(chart?.format(1200)).toBe('1,200 bags');
  });

  it('write percents as percents', () => {
    const [chart] = buildCharts({
      callId: 'c1',
      title: 'Change',
      lines: [line('Corn', '%', [['2026-06-01', 4.25]])],
    });
    expect(chart?.format(4.25)).toBe('4.25%');
  });
});
