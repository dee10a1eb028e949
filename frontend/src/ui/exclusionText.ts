/** Why rows are left out of figures, as text. */
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/ui_data';

const REASONS = {
  other_currency: 'inAnotherCurrency',
  other_unit: 'inAnotherUnit',
  return: 'returns',
  zero_price: 'withZeroPrices',
  unusual_price: 'withUnusualPrices',
  too_few_months: 'inCategoriesWithTooFewMonths',
  location_without_stock: 'soldWhereTheItemHasNoStock',
  item_without_stock: 'ofItemsWithoutStock',
  out_of_range: 'outOfRange',
} as const;

export interface Exclusion {
  reason: keyof typeof REASONS;
  /** Number of rows. */
  count: number;
}

/** The rows left out, in one sentence. */
export function exclusionText(excluded: number, exclusions: readonly Exclusion[] = []): string {
  const rows = formatCount(excluded);
  if (exclusions.length === 0) return t('rowsLeftOut', { rows });
  const reasons = exclusions.map(({ reason, count }) => t(REASONS[reason], { rows: formatCount(count) }));
  return t('rowsLeftOutBecause', { rows, reasons: reasons.join(', ') });
}
