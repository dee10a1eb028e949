import { describe, expect, it } from 'vitest';
import { formatWallTime } from '@/lib/dateFormat';
import {
  modeLabel,
  MODES,
  FREQUENCIES,
  frequencyLabel,
  parseFrequency,
  describeSchedule,
  type Schedule,
} from './schedule';

const kept: Schedule = {
  enabled: true,
  cron: '0 6 * * MON-FRI',
  mode: 'incremental',
  timeZone: 'America/Chicago',
  nextRuns: [],
};

describe('a schedule as text', () => {
  it('is its rhythm, its mode and its time zone', () => {
    expect(describeSchedule(kept)).toBe('Weekdays at 06:00, incremental sync (America/Chicago).');
    expect(describeSchedule({ ...kept, cron: '*/15 * * * *', mode: 'full' })).toBe(
      'Cron */15 * * * *, full sync (America/Chicago).',
    );
  });

  it('is off where it is off or was never set', () => {
    expect(describeSchedule({ ...kept, enabled: false })).toMatch(/^Off\./);
    expect(describeSchedule({ enabled: true, timeZone: 'UTC', nextRuns: [] })).toMatch(/^Off\./);
  });

  it('knows its presets by their fields', () => {
    expect(['0 * * * *', '0 2 * * *', '0 6 * * MON-FRI', '0 6 * * 1-5'].map(parseFrequency)).toEqual([
      'hourly',
      'daily',
      'weekdays',
      'custom',
    ]);
    expect(FREQUENCIES.map(frequencyLabel)).toEqual([
      'Every hour',
      'Every day at 02:00',
      'Weekdays at 06:00',
      'Custom',
    ]);
  });

  it('has a label for each mode', () => {
    expect(MODES).toEqual(['full', 'incremental']);
    expect(MODES.map(modeLabel)).toEqual(['Full', 'Incremental']);
  });
});

describe('a time on the wall', () => {
  it('is that of the place, wherever the page is read', () => {
    expect(formatWallTime('2026-06-17T02:00:00-05:00')).toBe('Wed, Jun 17, 2026, 2:00 AM');
    expect(formatWallTime('2026-12-31T23:30:00+05:45')).toBe('Thu, Dec 31, 2026, 11:30 PM');
  });
});
