import { describe, expect, it } from 'vitest';
import { recommendations } from '@/test/server';
import {
  totalCost,
  countDrafts,
  MAX_LINES,
  initialLines,
  parseQuantity,
  lineWarning,
  mergeLines,
} from './draftLines';
import { recommendationKey, type Recommendation } from './queries';

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
  ])('of %j are %j', (typed, value) => expect(parseQuantity(typed)).toBe(value));

  it('warn about partial packs and quantities below the minimum', () => {
    const row: Recommendation = { ...urea, terms: { ...urea.terms, packSize: 2.5, minOrderQuantity: 10 } };
    const warningFor = (typed: string) => lineWarning({ row, key: 'x', selected: true, quantityText: typed });
    expect(warningFor('12.5')).toBeUndefined();
    expect(warningFor('13')).toBe('not in whole packs');
    expect(warningFor('7.5')).toBe('below the minimum order');
    expect(warningFor('x')).toBeUndefined();
  });
});

describe('lines', () => {
  it('are counted by supplier and added up', () => {
    const lines = initialLines([
      of('a', 's2', 'Zeta'),
      of('b'),
      of('c', 's1', 'Alpha'),
      of('d', 's2', 'Zeta'),
    ]);
    const [first, second] = lines as [(typeof lines)[0], (typeof lines)[0]];
    // 160 x 20, and 10 x 20.
    expect(totalCost([first, { ...second, quantityText: '10' }, { ...second, selected: false }])).toBe(3400);
    expect(countDrafts([first, { ...second, selected: false }])).toBe(1);
  });

  it('are chosen as far as they can be accepted at once', () => {
    const many = initialLines(Array.from({ length: MAX_LINES + 1 }, (_, index) => of(String(index))));
    expect(many.filter((line) => line.selected)).toHaveLength(MAX_LINES);
  });

  it('are only the chosen ones, if any', () => {
    const lines = initialLines([of('a'), of('b')], new Set([recommendationKey(of('b'))]));
    expect(lines.map((line) => line.selected)).toEqual([false, true]);
  });

  it('keep what was typed when the recommendations change', () => {
    const [a, b, c] = initialLines([of('a'), of('b'), of('c')]) as [Line, Line, Line];
    const next = mergeLines(
      [{ ...a, quantityText: '7' }, b, c],
      [of('a'), { ...of('b'), recommended: 200 }, of('new')],
    );
    expect(next.map((line) => [line.row.itemId, line.selected, line.quantityText])).toEqual([
      ['a', true, '7'],
      ['b', true, '200'],
      ['new', false, '160'],
    ]);
  });
});

type Line = ReturnType<typeof initialLines>[number];
