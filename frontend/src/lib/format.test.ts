/** Formats of figures and times, by default and by preference. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatMonth, formatShortDay, formatWallTime } from './dateFormat';
import {
  formatCount,
  formatDay,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatSignedPercent,
} from './format';
import { applyPreferences } from './applyPreferences';
import { getPreferences, DEFAULT_PREFERENCES } from './preferences';

afterEach(() => applyPreferences());

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('as usual', () => {
  it('is written as in the United States', () => {
    expect([
      formatNumber(1234.567),
      formatCount(1234.5),
      formatMoney(1234.5, 'USD'),
      formatMoney(-3, undefined),
    ]).toEqual(['1,234.57', '1,235', '$1,234.50', '-3.00']);
    expect([formatDay('2026-11-22'), formatShortDay('2026-11-02'), formatMonth('2026-11')]).toEqual([
      'Nov 22, 2026',
      'Nov 2',
      'Nov 2026',
    ]);
  });
});

describe('a formatter', () => {
  it('is created once for all times of a list, and again for other preferences', () => {
    const created = vi.fn();
    class CountedFormat extends Intl.DateTimeFormat {
      constructor(...options: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...options);
        created();
      }
    }
    vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: CountedFormat } }));
    applyPreferences({ ...DEFAULT_PREFERENCES, formats: 'en-GB' });
    expect([formatDay('2026-11-22'), formatDay('2026-11-23')]).toEqual(['22 Nov 2026', '23 Nov 2026']);
    expect(created).toHaveBeenCalledOnce();
    applyPreferences({ ...DEFAULT_PREFERENCES, formats: 'de-DE' });
    expect(formatDay('2026-11-22')).toBe('22.11.2026');
    expect(created).toHaveBeenCalledTimes(2);
  });
});

describe('as preferred', () => {
  it('has another country’s dates and numbers', () => {
    applyPreferences({ ...DEFAULT_PREFERENCES, formats: 'de-DE' });
    expect([formatNumber(1234.567), plain(formatSignedPercent(1.5)), formatDay('2026-11-22')]).toEqual([
      '1.234,57',
      '+1,5 %',
      '22.11.2026',
    ]);
    applyPreferences({ ...DEFAULT_PREFERENCES, formats: 'en-GB' });
    expect([formatNumber(1234.567), formatDay('2026-11-22'), formatShortDay('2026-11-22')]).toEqual([
      '1,234.57',
      '22 Nov 2026',
      '22 Nov',
    ]);
  });

  it('has times in another zone, and days and wall clocks as they are', () => {
    applyPreferences({ ...DEFAULT_PREFERENCES, timeZone: 'Asia/Tokyo' });
    expect(plain(formatDateTime('2026-11-22T20:30:00Z'))).toBe('Nov 23, 2026, 5:30 AM');
    expect(formatDay('2026-11-22')).toBe('Nov 22, 2026');
    expect(plain(formatWallTime('2026-06-17T02:00:00-05:00'))).toBe('Wed, Jun 17, 2026, 2:00 AM');
  });

  it('names a currency by its code and never converts', () => {
    applyPreferences({ ...DEFAULT_PREFERENCES, currencyStyle: 'code' });
    expect(plain(formatMoney(1234.5, 'USD'))).toBe('USD 1,234.50');
    applyPreferences({ ...DEFAULT_PREFERENCES, formats: 'fr-FR' });
    expect(plain(formatMoney(1234.5, 'EUR'))).toBe('1 234,50 €');
  });

  it('is kept in the browser until it is as usual again', () => {
    applyPreferences({ ...DEFAULT_PREFERENCES, units: 'metric' });
    expect(localStorage.getItem('sprout-preferences')).toContain('metric');
    applyPreferences();
    expect([getPreferences(), localStorage.getItem('sprout-preferences')]).toEqual([
      DEFAULT_PREFERENCES,
      null,
    ]);
  });
});
