/** The address holds every choice, forgives what it cannot read, and keeps what is not ours. */
import { describe, expect, it } from 'vitest';
import { filterCount, passes, readChoices, toggled, writeChoices } from './choices';

const read = (address: string) => readChoices(new URLSearchParams(address));

describe('the address', () => {
  it.each(['', 'timeframe=2M&commodity=corn&regions=Moon&impact=', 'timeframe=&regions=,,'])(
    '%j gives the defaults: 3M, All, no filters',
    (address) => {
      expect(read(address)).toEqual({ timeframe: '3M', commodity: 'All', regions: [], impacts: [] });
    },
  );

  it('gives what was chosen, in the fixed order', () => {
    expect(read('timeframe=1Y&commodity=Wheat&regions=Plains,Midwest&impact=Negative,Positive')).toEqual({
      timeframe: '1Y',
      commodity: 'Wheat',
      regions: ['Midwest', 'Plains'],
      impacts: ['Positive', 'Negative'],
    });
  });

  it('takes a change and leaves the rest', () => {
    const next = writeChoices(new URLSearchParams('timeframe=1M&other=1&impact=Neutral'), {
      commodity: 'Corn',
      impacts: [],
      regions: ['Plains'],
    });
    expect(next.toString()).toBe('timeframe=1M&other=1&commodity=Corn&regions=Plains');
  });
});

describe('filters', () => {
  it('press and release', () => {
    expect(toggled(['Plains'], 'Midwest')).toEqual(['Plains', 'Midwest']);
    expect(toggled(['Plains', 'Midwest'], 'Plains')).toEqual(['Midwest']);
  });

  it('show everything when none is set', () => {
    expect(passes([], 'Plains')).toBe(true);
    expect(passes(['Midwest'], 'Plains')).toBe(false);
    expect(filterCount(read('regions=Plains&impact=Neutral,Negative'))).toBe(3);
  });
});
