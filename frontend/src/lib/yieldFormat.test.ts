/** Conversions, calculated from the definitions of pound and acre. */
import { afterEach, describe, expect, it } from 'vitest';
import { formatYield } from './yieldFormat';
import { applyPreferences } from './applyPreferences';
import { DEFAULT_PREFERENCES } from './preferences';
import { formatRainfall, formatTemperature } from './weatherFormat';

afterEach(() => applyPreferences());

describe('in US measures', () => {
  it('writes the server’s figures as they are', () => {
    expect(formatYield(200.5, 'Corn, Iowa')).toBe('200.5 bu/ac');
    expect(formatTemperature(72.4)).toBe('72.4 °F');
    expect(formatRainfall(1.25)).toBe('1.25 in');
  });
});

describe('in metric measures', () => {
  // 1 bu/ac of corn is 56 lb x 0.45359237 kg / 0.40468564224 ha = 62.7677 kg/ha, of soybeans and wheat 60 lb:
  // 67.2511 kg/ha.
  it.each([
    [200, 'Corn, Iowa', '12.55 t/ha'],
    [60, 'Soybeans, Illinois', '4.04 t/ha'],
    [60, 'Wheat, Kansas', '4.04 t/ha'],
    [100, 'corn', '6.28 t/ha'],
    [0, 'Corn', '0 t/ha'],
  ])('%d bu/ac of %s are %s', (bushels, crop, words) => {
    applyPreferences({ ...DEFAULT_PREFERENCES, units: 'metric' });
    expect(formatYield(bushels, crop)).toBe(words);
  });

  it('leaves a crop whose bushel is not known in bushels', () => {
    applyPreferences({ ...DEFAULT_PREFERENCES, units: 'metric' });
    expect(formatYield(80, 'Oats, Iowa')).toBe('80 bu/ac');
    expect(formatYield(80, 'Unknown')).toBe('80 bu/ac');
  });

  it('converts weather', () => {
    applyPreferences({ ...DEFAULT_PREFERENCES, units: 'metric' });
    expect([formatTemperature(32), formatTemperature(212), formatTemperature(-40)]).toEqual([
      '0 °C',
      '100 °C',
      '-40 °C',
    ]);
    expect([formatRainfall(1), formatRainfall(0.5)]).toEqual(['25.4 mm', '12.7 mm']);
  });
});
