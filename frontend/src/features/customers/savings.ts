/** What buying for a segment in the best months saves, as text. */
import { formatMoney } from '@/lib/format';
import type { Segment } from './queries';

/** The saving of a year; where it cannot be told, why. */
export function formatSavings(segment: Segment, currency: string | undefined): string {
  const { potential_savings: saved, potentialSavingsNote: note } = segment;
  return saved === undefined ? (note ?? '–') : `${formatMoney(saved, currency)} a year`;
}

/** The range that holds the saving in 4 of 5 years; none where it cannot be told. */
export function formatSavingsRange(segment: Segment, currency: string | undefined): string | undefined {
  const { potentialSavingsLow80: low, potentialSavingsHigh80: high } = segment;
  if (low === undefined || high === undefined) return undefined;
  return `${formatMoney(low, currency)} to ${formatMoney(high, currency)} a year`;
}
