/** Names beside lines never cover each other. */
import { expect, it } from 'vitest';
import { spread } from './spread';

it('leaves places alone that have their room', () => {
  expect(spread([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90]);
});

it('moves close places apart, in their order', () => {
  expect(spread([52, 50, 51], 16, 0, 100)).toEqual([82, 50, 66]);
});

it('stays between the ends', () => {
  expect(spread([98, 99, 97], 16, 0, 100)).toEqual([84, 100, 68]);
  expect(spread([-5, -5], 16, 0, 100)).toEqual([0, 16]);
});

it('has nothing to do without places', () => {
  expect(spread([], 16, 0, 100)).toEqual([]);
});
