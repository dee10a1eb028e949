/** The URL stores every choice, ignores invalid values, and preserves other parameters. */
import { describe, expect, it } from 'vitest';
import {
  countFilters,
  matchesFilter,
  parseFilters,
  REGIONS,
  toggle,
  withRegions,
  writeFilters,
} from './marketFilters';

const read = (address: string) => parseFilters(new URLSearchParams(address));

describe('the address', () => {
  it.each(['', 'timeframe=2M&commodity=corn&regions=Moon&impact=', 'timeframe=&regions=,,'])(
    '%j gives the defaults: 3M, All, no filters',
    (address) => {
      expect(withRegions(read(address), REGIONS)).toEqual({
        timeframe: '3M',
        commodity: 'All',
        regions: [],
        impacts: [],
      });
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

  it('keeps own regions after the four, also with commas in their names', () => {
    const names = ['Ames, 100%2C', 'Plains', 'River Bottoms'];
    const address = writeFilters(new URLSearchParams(), { regions: names });
    expect(read(address.toString()).regions).toEqual(['Plains', 'Ames, 100%2C', 'River Bottoms']);
    expect(withRegions(read(address.toString()), [...REGIONS, 'River Bottoms']).regions).toEqual([
      'Plains',
      'River Bottoms',
    ]);
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
