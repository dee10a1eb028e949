/** The savings of a segment that buys in the best months, as text. */
import { formatMoney } from '@/lib/format';
import { t } from '@/messages/en/customers';
import type { Segment } from './queries';

/** The yearly savings, or why they are unknown. */
export function formatSavings(segment: Segment, currency: string | undefined): string {
  const { potential_savings: saved, potentialSavingsNote: note } = segment;
  return saved === undefined ? (note ?? '–') : t('savedAYear', { saved: formatMoney(saved, currency) });
}

/** The 80% interval of the yearly savings, or undefined if unknown. */
export function formatSavingsRange(segment: Segment, currency: string | undefined): string | undefined {
  const { potentialSavingsLow80: low, potentialSavingsHigh80: high } = segment;
  if (low === undefined || high === undefined) return undefined;
  return t('toAYear', { low: formatMoney(low, currency), high: formatMoney(high, currency) });
}
