/** A range is drawn only where both ends are known. */
import { expect, it } from 'vitest';
import { contiguousRanges } from './contiguousRanges';

const places = (low: (number | undefined)[], high: (number | undefined)[]) =>
  contiguousRanges(low, high).map((run) => run.map(({ place: index }) => index));

it('keeps neighbors together', () => {
  expect(places([1, 2, 3], [4, 5, 6])).toEqual([[0, 1, 2]]);
});

it('breaks where either end is missing', () => {
  expect(places([1, undefined, 3, 4, 5], [4, 5, 6, undefined, 8])).toEqual([[0], [2], [4]]);
});

it('has nothing to draw without values', () => {
  expect(contiguousRanges([], [])).toEqual([]);
  expect(contiguousRanges([undefined], [1])).toEqual([]);
});
