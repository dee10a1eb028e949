/** The URL form of a table's state, and how values filter and sort. */
import { describe, expect, it } from 'vitest';
import { csvFileName } from './tableCsv';
import { orderColumns } from './tableLayout';
import { compareValues, formatSort, matchesFilter, nextSort, parseFilters, parseSort } from './tableParams';

describe('the sort order', () => {
  it('is written with a minus for descending, and ignores unknown columns', () => {
    expect(parseSort('-cost', ['item', 'cost'])).toEqual({ by: 'cost', descending: true });
    expect(parseSort('price', ['item', 'cost'])).toBeUndefined();
    expect(formatSort({ by: 'cost', descending: true })).toBe('-cost');
  });

  it('goes to the other direction, then to the default order', () => {
    const column = { id: 'cost', descendingFirst: true };
    const first = nextSort(undefined, column);
    expect(first).toEqual({ by: 'cost', descending: true });
    const second = nextSort(first, column);
    expect(second).toEqual({ by: 'cost', descending: false });
    expect(nextSort(second, column)).toBeUndefined();
    expect(nextSort(second, { id: 'item' })).toEqual({ by: 'item', descending: false });
  });

  it.each([
    [2, 10, -1],
    ['Lot 2', 'Lot 10', -1],
    ['b', 'A', 1],
    ['2026-01-31', '2026-02-01', -1],
  ])('of %j and %j', (a, b, order) => expect(Math.sign(compareValues(a, b))).toBe(order));
});

describe('filters', () => {
  it('name a column, and ignore unknown and empty ones', () => {
    expect(parseFilters(['cost:10..', 'price:1..', 'item:'], ['item', 'cost'])).toEqual([
      { id: 'cost', text: '10..' },
    ]);
  });

  it.each([
    [10, '10..20', 'number', true],
    [9.99, '10..20', 'number', false],
    [-5, '..0', 'number', true],
    ['2026-06-14T23:59:00Z', '2026-06-01..2026-06-14', 'date', true],
    ['2026-06-15', '..2026-06-14', 'date', false],
    ['Corn Seed', 'SEED', 'text', true],
    [undefined, '0..', 'number', false],
  ] as const)('%j in %s as %s: %s', (value, text, kind, passes) =>
    expect(matchesFilter(value, text, kind)).toBe(passes),
  );
});

describe('columns', () => {
  it('keep the first and the fixed ones in place', () => {
    const column = (id: string, fixed = false) => ({ id, heading: id, fixed, render: () => id });
    const columns = [column('item'), column('stock', true), column('supplier'), column('days')];
    expect(orderColumns(columns, ['days', 'stock', 'item']).map(({ id }) => id)).toEqual([
      'item',
      'stock',
      'days',
      'supplier',
    ]);
  });
});

describe('the name of the file', () => {
  it('holds the day and the filters, without characters that file systems refuse', () => {
    const filters = [{ id: 'cost', text: '10..20' }];
    expect(csvFileName({ name: 'prices', asOf: '2026-06-14', search: 'a/b', filters })).toBe(
      'prices_2026-06-14_a-b_cost-10-20.csv',
    );
    expect(csvFileName({ name: 'prices' })).toBe('prices.csv');
  });
});
