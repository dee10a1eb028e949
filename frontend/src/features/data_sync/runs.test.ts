import { describe, expect, it } from 'vitest';
import { duration, kindInWords, progressInWords, type RunTable } from './runs';

const table = (read: number, progress: RunTable['progress']) => ({ read, progress }) as RunTable;

describe('progress', () => {
  it('says rows, rate and what is left as far as they are known', () => {
    const startedAt = '2026-06-16T15:00:00Z';
    expect(progressInWords(table(0, undefined))).toBe('');
    expect(progressInWords(table(5_000, { startedAt }))).toBe('5,000 rows');
    expect(
      progressInWords(
        table(120_000, { startedAt, rowsExpected: 400_000, rowsPerSecond: 52_000, secondsLeft: 6 }),
      ),
    ).toBe('120,000 of about 400,000 rows, 52,000 a second, 6 s left');
    expect(
      progressInWords(
        table(400_000, { startedAt, rowsExpected: 400_000, rowsPerSecond: 52_000, secondsLeft: 0 }),
      ),
    ).toBe('400,000 of about 400,000 rows, 52,000 a second, being written');
  });
});

describe('duration', () => {
  it('has two units at most', () => {
    expect([0, 45, 200, 7_500, -3].map(duration)).toEqual(['0 s', '45 s', '3 min 20 s', '2 h 5 min', '0 s']);
  });
});

describe('what a run covers', () => {
  it('says that nobody started a scheduled one', () => {
    expect(kindInWords({ kind: 'full', trigger: 'schedule' })).toBe('Full, scheduled');
    expect(kindInWords({ kind: 'incremental', trigger: 'person' })).toBe('Incremental');
    expect(kindInWords({ kind: 'table' })).toBe('One table');
  });
});
