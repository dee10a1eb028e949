/** The four commodities: their fixed order and hues, and how their prices read. */
import { quotedPrice } from '@/lib/format';
import type { ChartTone } from '@/ui/charts/chart';
import type { Timeframe } from './choices';

export type Commodity = 'corn' | 'soybeans' | 'wheat' | 'fertilizer';

/** In the order in which they stand everywhere. */
export const commodities: readonly { id: Commodity; name: string; tone: ChartTone }[] = [
  { id: 'corn', name: 'Corn', tone: 'amber' },
  { id: 'soybeans', name: 'Soybeans', tone: 'green' },
  { id: 'wheat', name: 'Wheat', tone: 'ochre' },
  { id: 'fertilizer', name: 'Fertilizer', tone: 'slate' },
];

const units: Record<string, { sign: string; words: string }> = {
  usd_per_bu: { sign: '$/bu', words: 'US dollars per bushel ($/bu)' },
  usd_per_ton: { sign: '$/ton', words: 'US dollars per ton ($/ton)' },
};

/** `$/bu` or `$/ton`. */
export const unitSign = (unit: string): string => units[unit]?.sign ?? unit;

/** The unit in words, for an axis. */
export const unitWords = (unit: string): string => units[unit]?.words ?? unit;

/** A price without its unit: `$4.555`. */
export const dollars = (price: number): string => `${price < 0 ? '-' : ''}$${quotedPrice(Math.abs(price))}`;

/** A price with its unit: `$4.555/bu`. */
export const priceWithUnit = (price: number, unit: string): string =>
  `${dollars(price)}${unitSign(unit).replace('$', '')}`;

/** A move of a price with its sign: `-$0.15`. */
export const signedDollars = (move: number): string => `${move < 0 ? '' : '+'}${dollars(move)}`;

const periods: Record<Timeframe, string> = {
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '1 year',
};

/** How long a timeframe is, in words. */
export const periodOf = (timeframe: string): string => periods[timeframe as Timeframe] ?? timeframe;
