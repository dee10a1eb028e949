import { describe, expect, it } from 'vitest';
import { recommendations } from '@/test/server';
import {
  bySupplier,
  costOf,
  draftCount,
  MOST_LINES,
  proposed,
  quantityOf,
  remark,
  renewed,
} from './acceptance';
import type { Recommendation } from './queries';

const [urea] = recommendations.items as [Recommendation];
const of = (itemId: string, supplierId?: string, supplier?: string): Recommendation => ({
  ...urea,
  itemId,
  ...(supplierId !== undefined && { supplierId }),
  ...(supplier !== undefined && { supplier }),
});

describe('quantities', () => {
  it.each([
    ['160', 160],
    [' 12.5 ', 12.5],
    ['.5', 0.5],
    ['3.', 3],
    ['0.0001', 0.0001],
    ['', undefined],
    ['0', undefined],
    ['0.00001', undefined],
    ['-4', undefined],
    ['1e3', undefined],
    ['1,000', undefined],
    ['1234567890123', undefined],
  ])('of %j are %j', (typed, value) => expect(quantityOf(typed)).toBe(value));

  it('are told where they break packs or the minimum', () => {
    const row: Recommendation = { ...urea, terms: { ...urea.terms, packSize: 2.5, minOrderQuantity: 10 } };
    const told = (typed: string) => remark({ row, key: 'x', chosen: true, typed });
    expect(told('12.5')).toBeUndefined();
    expect(told('13')).toBe('not in whole packs');
    expect(told('7.5')).toBe('below the minimum order');
    expect(told('x')).toBeUndefined();
  });
});

describe('lines', () => {
  it('are grouped by supplier and added up', () => {
    const lines = proposed([of('a', 's2', 'Zeta'), of('b'), of('c', 's1', 'Alpha'), of('d', 's2', 'Zeta')]);
    expect(bySupplier(lines).map((group) => [group.supplier, group.lines.length])).toEqual([
      ['Alpha', 1],
      ['Zeta', 2],
      ['', 1],
    ]);
    const [first, second] = lines as [(typeof lines)[0], (typeof lines)[0]];
    // 160 x 20, and 10 x 20.
    expect(costOf([first, { ...second, typed: '10' }, { ...second, chosen: false }])).toBe(3400);
    expect(draftCount([first, { ...second, chosen: false }])).toBe(1);
  });

  it('are chosen as far as they can be accepted at once', () => {
    const many = proposed(Array.from({ length: MOST_LINES + 1 }, (_, place) => of(String(place))));
    expect(many.filter((line) => line.chosen)).toHaveLength(MOST_LINES);
  });

  it('keep what was typed when the recommendations change', () => {
    const [a, b, c] = proposed([of('a'), of('b'), of('c')]) as [Line, Line, Line];
    const next = renewed(
      [{ ...a, typed: '7' }, b, c],
      [of('a'), { ...of('b'), recommended: 200 }, of('new')],
    );
    expect(next.map((line) => [line.row.itemId, line.chosen, line.typed])).toEqual([
      ['a', true, '7'],
      ['b', true, '200'],
      ['new', false, '160'],
    ]);
  });
});

type Line = ReturnType<typeof proposed>[number];
