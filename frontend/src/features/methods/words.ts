/** Measures of past figures in words. */
import { count, day, number, percent, quotedPrice as fine } from '@/lib/format';
import type { PastResult } from './queries';

/** A measure with its unit; errors without one keep the digits that tell them apart. */
export function measured(value: number, unit: PastResult['unit']): string {
  if (unit === 'percent') return percent(value);
  if (unit === 'days') return value === 1 ? '1 day' : `${number(value)} days`;
  return fine(value);
}

/** What stands beside a measure: what it is held against, of how many, and when those were made. */
export function beside({ against, againstWhat, n, made, unit }: PastResult): string {
  const held =
    against !== undefined && againstWhat !== undefined
      ? `, against ${measured(against, unit)} for ${againstWhat}`
      : '';
  const figures = n === 1 ? '1 past figure' : `${count(n)} past figures`;
  return `${held} (${figures}${made === undefined ? '' : ` of ${day(made)}`}).`;
}
