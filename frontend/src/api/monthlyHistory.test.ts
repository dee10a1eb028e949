/** The history of a measure by month. */
import type { Schemas } from '@sprout/client';
import { describe, expect, it } from 'vitest';
import { monthlyQuery, readHistory } from './monthlyHistory';

const answer = (rows: unknown[][], incomplete: string[] = []): Schemas['MetricAnswer'] => ({
  columns: ['month', 'currency', 'revenue'].map((id) => ({
    id,
    label: id,
    kind: id === 'revenue' ? 'money' : 'text',
    role: 'measure',
  })),
  rows,
  totals: [],
  rowCount: rows.length,
  incomplete,
  notes: [],
});

describe('the period', () => {
  it('is two years of months, the last one so far', () => {
    const query = { dataset: 'purchases', measures: ['spend'] };
    expect(monthlyQuery(query, '2026-06-14').period).toEqual({ from: '2024-07-01', to: '2026-06-14' });
    expect(monthlyQuery(query, '2026-01-31').period).toEqual({ from: '2024-02-01', to: '2026-01-31' });
  });
});

describe('the history', () => {
  it('has the last 12 months beside the same months of the year before', () => {
    const history = readHistory(
      answer(
        [
          ['2026-06-01', 'USD', 5],
          ['2025-06-01', 'USD', 7],
          ['2025-07-01', 'USD', 9],
        ],
        ['2026-06-01'],
      ),
      'revenue',
      '2026-06-14',
    );
    expect(history?.months[0]).toBe('2025-07');
    expect(history?.current).toEqual([9, ...Array<number>(10).fill(0), 5]);
    expect(history?.previous).toEqual([...Array<number>(11).fill(0), 7]);
    expect(history).toMatchObject({ isLastOpen: true, currency: 'USD' });
  });

  it('never adds currencies', () => {
    const rows = [
      ['2026-05-01', 'USD', 5],
      ['2026-06-01', 'USD', 5],
      ['2026-06-01', 'CAD', 100],
    ];
    const history = readHistory(answer(rows), 'revenue', '2026-06-14');
    expect(history?.current.slice(-2)).toEqual([5, 5]);
    expect(readHistory(answer([]), 'revenue', '2026-06-14')).toBeUndefined();
  });
});
