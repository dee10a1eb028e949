/** Labels next to lines never overlap. */
import { expect, it } from 'vitest';
import { spreadLabels } from './spreadLabels';

it('leaves places alone that have their feature', () => {
  expect(spreadLabels([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90]);
});

it('moves close places apart, in their order', () => {
  expect(spreadLabels([52, 50, 51], 16, 0, 100)).toEqual([82, 50, 66]);
});

it('stays between the ends', () => {
  expect(spreadLabels([98, 99, 97], 16, 0, 100)).toEqual([84, 100, 68]);
  expect(spreadLabels([-5, -5], 16, 0, 100)).toEqual([0, 16]);
});

it('has nothing to do without places', () => {
  expect(spreadLabels([], 16, 0, 100)).toEqual([]);
});
