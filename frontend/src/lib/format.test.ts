/** How figures and times are written, as usual and as somebody prefers them. */
import { afterEach, describe, expect, it } from 'vitest';
import { monthName, shortDay, wallTime } from './calendar';
import { count, day, moment, money, number, signedPercent } from './format';
import { prefer } from './prefer';
import { preferences, USUAL } from './preferences';

afterEach(() => prefer());

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('as usual', () => {
  it('is written as in the United States', () => {
    expect([number(1234.567), count(1234.5), money(1234.5, 'USD'), money(-3, undefined)]).toEqual([
      '1,234.57',
      '1,235',
      '$1,234.50',
      '-3.00',
    ]);
    expect([day('2026-11-22'), shortDay('2026-11-02'), monthName('2026-11')]).toEqual([
      'Nov 22, 2026',
      'Nov 2',
      'Nov 2026',
    ]);
  });
});

describe('as preferred', () => {
  it('has another country’s dates and numbers', () => {
    prefer({ ...USUAL, formats: 'de-DE' });
    expect([number(1234.567), signedPercent(1.5), day('2026-11-22')]).toEqual([
      '1.234,57',
      '+1,5%',
      '22.11.2026',
    ]);
    prefer({ ...USUAL, formats: 'en-GB' });
    expect([number(1234.567), day('2026-11-22'), shortDay('2026-11-22')]).toEqual([
      '1,234.57',
      '22 Nov 2026',
      '22 Nov',
    ]);
  });

  it('has times in another zone, and days and wall clocks as they are', () => {
    prefer({ ...USUAL, timeZone: 'Asia/Tokyo' });
    expect(plain(moment('2026-11-22T20:30:00Z'))).toBe('Nov 23, 2026, 5:30 AM');
    expect(day('2026-11-22')).toBe('Nov 22, 2026');
    expect(plain(wallTime('2026-06-17T02:00:00-05:00'))).toBe('Wed, Jun 17, 2026, 2:00 AM');
  });

  it('names a currency by its code and never converts', () => {
    prefer({ ...USUAL, currencyStyle: 'code' });
    expect(plain(money(1234.5, 'USD'))).toBe('USD 1,234.50');
    prefer({ ...USUAL, formats: 'fr-FR' });
    expect(plain(money(1234.5, 'EUR'))).toBe('1 234,50 €');
  });

  it('is kept in the browser until it is as usual again', () => {
    prefer({ ...USUAL, units: 'metric' });
    expect(localStorage.getItem('sprout-preferences')).toContain('metric');
    prefer();
    expect([preferences(), localStorage.getItem('sprout-preferences')]).toEqual([USUAL, null]);
  });
});
