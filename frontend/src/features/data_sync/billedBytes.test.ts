import { expect, it } from 'vitest';
import { formatBilledBytes, GIB } from './billedBytes';

it('says bytes in the unit of the bill', () => {
  expect([0, 1_023, 1_024, 10_485_760, 2.5 * GIB, 5_000 * 1_024 * GIB].map(formatBilledBytes)).toEqual([
    '0 B',
    '1,023 B',
    '1 KiB',
    '10 MiB',
    '2.5 GiB',
    '5,000 TiB',
  ]);
});
