/** The URL stores every choice, ignores invalid values, and preserves other parameters. */
import { describe, expect, it } from 'vitest';
import { countFilters, matchesFilter, parseFilters, toggle, writeFilters } from './marketFilters';

const read = (address: string) => parseFilters(new URLSearchParams(address));

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
    const next = writeFilters(new URLSearchParams('timeframe=1M&other=1&impact=Neutral'), {
      commodity: 'Corn',
      impacts: [],
      regions: ['Plains'],
    });
    expect(next.toString()).toBe('timeframe=1M&other=1&commodity=Corn&regions=Plains');
  });
});

describe('filters', () => {
  it('press and release', () => {
    expect(toggle(['Plains'], 'Midwest')).toEqual(['Plains', 'Midwest']);
    expect(toggle(['Plains', 'Midwest'], 'Plains')).toEqual(['Midwest']);
  });

  it('show everything when none is set', () => {
    expect(matchesFilter([], 'Plains')).toBe(true);
    expect(matchesFilter(['Midwest'], 'Plains')).toBe(false);
    expect(countFilters(read('regions=Plains&impact=Neutral,Negative'))).toBe(3);
  });
});
