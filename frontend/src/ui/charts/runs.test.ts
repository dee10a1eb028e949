/** A range is drawn only where both of its ends are known. */
import { expect, it } from 'vitest';
import { runs } from './runs';

const places = (low: (number | undefined)[], high: (number | undefined)[]) =>
  runs(low, high).map((run) => run.map(({ place }) => place));

it('keeps neighbours together', () => {
  expect(places([1, 2, 3], [4, 5, 6])).toEqual([[0, 1, 2]]);
});

it('breaks where either end is missing', () => {
  expect(places([1, undefined, 3, 4, 5], [4, 5, 6, undefined, 8])).toEqual([[0], [2], [4]]);
});

it('has nothing to draw without values', () => {
  expect(runs([], [])).toEqual([]);
  expect(runs([undefined], [1])).toEqual([]);
});
