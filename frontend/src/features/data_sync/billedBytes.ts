/** Formats billed bytes in binary units (powers of 1,024), as providers do. */
import { formatNumber } from '@/lib/format';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes in one gibibyte. */
export const GIB = 2 ** 30;

/** Bytes in the largest unit that leaves at least one: `10 MiB`. */
export function formatBilledBytes(bytes: number): string {
  let [size, power] = [bytes, 0];
  for (; size >= 1024 && power < UNITS.length - 1; power += 1) size /= 1024;
  return `${formatNumber(size)} ${UNITS[power] ?? ''}`;
}
