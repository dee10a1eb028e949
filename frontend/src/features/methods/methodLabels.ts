/** Texts for the measured accuracy of figures. */
import {
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrice as fine,
} from '@/lib/format';
import { t } from '@/messages/en/methods';
import type { PastResult } from './queries';

/** A measure with its unit. Errors without a unit keep all significant digits. */
export function formatMeasured(value: number, { unit, currency }: PastResult): string {
  if (unit === 'money' && currency !== undefined) return formatMoney(value, currency);
  if (unit === 'percent') return formatPercent(value);
  if (unit === 'days') return t('days', { count: value, value: formatNumber(value) });
  return fine(value);
}

/** The context of a measure: baseline, sample size and date. */
export function formatBaseline(result: PastResult): string {
  const { baseline: against, baselineName: againstWhat, n, madeOn: made } = result;
  const held =
    against !== undefined && againstWhat !== undefined
      ? t('comparedWithFor', { against: formatMeasured(against, result), againstWhat })
      : '';
  const figures = t('pastFigures', { count: n, n: formatCount(n) });
  return `${held} (${figures}${made === undefined ? '' : ` ${t('of', { made: formatDay(made) })}`}).`;
}
