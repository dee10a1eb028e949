/** Measures of past figures as text. */
import { formatCount, formatDay, formatNumber, formatPercent, formatPrice as fine } from '@/lib/format';
import type { PastResult } from './queries';

/** A measure with its unit; errors without one keep the digits that tell them apart. */
export function formatMeasured(value: number, unit: PastResult['unit']): string {
  if (unit === 'percent') return formatPercent(value);
  if (unit === 'days') return value === 1 ? '1 day' : `${formatNumber(value)} days`;
  return fine(value);
}

/** What stands beside a measure: what it is held against, of how many, and when those were made. */
export function formatBaseline({ against, againstWhat, n, made, unit }: PastResult): string {
  const held =
    against !== undefined && againstWhat !== undefined
      ? `, against ${formatMeasured(against, unit)} for ${againstWhat}`
      : '';
  const figures = n === 1 ? '1 past figure' : `${formatCount(n)} past figures`;
  return `${held} (${figures}${made === undefined ? '' : ` of ${formatDay(made)}`}).`;
}
