/** The four commodities: order, hues, and price formats. */
import { formatPrice } from '@/lib/format';
import type { ChartTone } from '@/ui/charts/chartTypes';
import type { Timeframe } from './marketFilters';

export type Commodity = 'corn' | 'soybeans' | 'wheat' | 'fertilizer';

/** The display order throughout the app. */
export const COMMODITIES: readonly { id: Commodity; name: string; tone: ChartTone }[] = [
  { id: 'corn', name: 'Corn', tone: 'amber' },
  { id: 'soybeans', name: 'Soybeans', tone: 'green' },
  { id: 'wheat', name: 'Wheat', tone: 'ochre' },
  { id: 'fertilizer', name: 'Fertilizer', tone: 'slate' },
];

const PRICE_UNITS: Record<string, { sign: string; words: string }> = {
  usd_per_bu: { sign: '$/bu', words: 'US dollars per bushel ($/bu)' },
  usd_per_ton: { sign: '$/ton', words: 'US dollars per ton ($/ton)' },
};

/** `$/bu` or `$/ton`. */
export const priceUnitSymbol = (unit: string): string => PRICE_UNITS[unit]?.sign ?? unit;

/** The unit as text, for an axis. */
export const priceUnitName = (unit: string): string => PRICE_UNITS[unit]?.words ?? unit;

/** A price without its unit: `$4.555`. */
export const formatDollars = (price: number): string =>
  `${price < 0 ? '-' : ''}$${formatPrice(Math.abs(price))}`;

/** A price with its unit: `$4.555/bu`. */
export const formatPriceWithUnit = (price: number, unit: string): string =>
  `${formatDollars(price)}${priceUnitSymbol(unit).replace('$', '')}`;

/** A price change with its sign: `-$0.15`. */
export const formatSignedDollars = (move: number): string => `${move < 0 ? '' : '+'}${formatDollars(move)}`;

const periods: Record<Timeframe, string> = {
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '1 year',
};

/** The length of a timeframe, as text. */
export const timeframeLabel = (timeframe: string): string => periods[timeframe as Timeframe] ?? timeframe;
