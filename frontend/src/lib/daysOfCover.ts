/** How long a stock lasts at the pace of the last 12 months. */
import { formatCount } from './format';

const DAYS_PER_YEAR = 365;

interface Stock {
  currentStock: number;
  terms: { soldLastYear: number };
}

/** Undefined without sales. */
export function daysOfCover({ currentStock, terms: { soldLastYear } }: Stock): number | undefined {
  return soldLastYear > 0 ? Math.max(0, (currentStock * DAYS_PER_YEAR) / soldLastYear) : undefined;
}

export const formatDaysOfCover = (days: number | undefined): string =>
  days === undefined ? '–' : formatCount(Math.floor(days));
