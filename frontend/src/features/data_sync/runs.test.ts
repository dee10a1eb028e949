import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDuration,
  runKindLabel,
  formatProgress,
  percentRead,
  type RunTable,
} from './runs';

const table = (read: number, progress: RunTable['progress']) => ({ read, progress }) as RunTable;

describe('progress', () => {
  it('says rows, rate and what is left as far as they are known', () => {
    const startedAt = '2026-06-16T15:00:00Z';
    expect(formatProgress(table(0, undefined))).toBe('');
    expect(formatProgress(table(5_000, { startedAt }))).toBe('5,000 rows');
    expect(
      formatProgress(
        table(120_000, { startedAt, rowsExpected: 400_000, rowsPerSecond: 52_000, secondsLeft: 6 }),
      ),
    ).toBe('120,000 of about 400,000 rows, 52,000 per second, 6 s left');
    expect(
      formatProgress(
        table(400_000, { startedAt, rowsExpected: 400_000, rowsPerSecond: 52_000, secondsLeft: 0 }),
      ),
    ).toBe('400,000 of about 400,000 rows, 52,000 per second, writing');
  });
});

describe('bytes', () => {
  it('are shown in one unit, of how many where that is known', () => {
    expect(formatBytes(12_345_678, 80_000_000)).toBe('12.3 of 80 MB');
    expect(formatBytes(999, 1_000)).toBe('1 of 1 kB');
    expect([0, 999, 1_000, 61_204, 3_200_000_000, 5e15].map((bytes) => formatBytes(bytes))).toEqual([
      '0 B',
      '999 B',
      '1 kB',
      '61.2 kB',
      '3.2 GB',
      '5,000 TB',
    ]);
  });

  it('stand behind the rows of a table, and move its bar', () => {
    const startedAt = '2026-06-16T15:00:00Z';
    const first = { ...table(5_000, { startedAt, rowsPerSecond: 1_000, secondsLeft: 28 }) };
    expect(formatProgress({ ...first, bytesRead: 12_300_000, bytesTotal: 80_000_000 })).toBe(
      '5,000 rows, 12.3 of 80 MB, 1,000 per second, 28 s left',
    );
    expect(formatProgress({ ...first, bytesRead: 12_300_000 })).toContain('5,000 rows, 12.3 MB, ');
    expect(percentRead({ ...first, bytesRead: 20, bytesTotal: 80 })).toBe(25);
    expect(percentRead(first)).toBeUndefined();
    expect(percentRead(table(900, { startedAt, rowsExpected: 800 }))).toBe(100);
  });
});

describe('duration', () => {
  it('has two units at most', () => {
    expect([0, 45, 200, 7_500, -3].map(formatDuration)).toEqual([
      '0 s',
      '45 s',
      '3 min 20 s',
      '2 h 5 min',
      '0 s',
    ]);
  });
});

describe('what a run covers', () => {
  it('marks scheduled runs', () => {
    expect(runKindLabel({ kind: 'full', trigger: 'schedule' })).toBe('Full, scheduled');
    expect(runKindLabel({ kind: 'incremental', trigger: 'person' })).toBe('Incremental');
    expect(runKindLabel({ kind: 'table' })).toBe('One table');
  });
});
