/** The four commodities: order, hues, and price formats. */
import { formatPrice } from '@/lib/format';
import { t } from '@/messages/en/market';
import type { ChartTone } from '@/ui/charts/chartTypes';

export type Commodity = 'corn' | 'soybeans' | 'wheat' | 'fertilizer';

/** The display order throughout the app. `name` is the name on the server. */
export const COMMODITIES: readonly { id: Commodity; name: string; tone: ChartTone }[] = [
  { id: 'corn', name: 'Corn', tone: 'amber' },
  { id: 'soybeans', name: 'Soybeans', tone: 'green' },
  { id: 'wheat', name: 'Wheat', tone: 'ochre' },
  { id: 'fertilizer', name: 'Fertilizer', tone: 'slate' },
];

const PRICE_UNITS: Record<string, { symbol: string; name: string }> = {
  usd_per_bu: {
    symbol: '$/bu',
    get name() {
      return t('dollarsPerBushel');
    },
  },
  usd_per_ton: {
    symbol: '$/ton',
    get name() {
      return t('dollarsPerTon');
    },
  },
};

/** `$/bu` or `$/ton`. */
export const priceUnitSymbol = (unit: string): string => PRICE_UNITS[unit]?.symbol ?? unit;

/** The unit as text, for an axis. */
export const priceUnitName = (unit: string): string => PRICE_UNITS[unit]?.name ?? unit;

/** A price without its unit: `$4.555`. */
export const formatDollars = (price: number): string =>
  `${price < 0 ? '-' : ''}$${formatPrice(Math.abs(price))}`;

/** A price with its unit: `$4.555/bu`. */
export const formatPriceWithUnit = (price: number, unit: string): string =>
  `${formatDollars(price)}${priceUnitSymbol(unit).replace('$', '')}`;

/** A price change with its sign: `-$0.15`. */
export const formatSignedDollars = (move: number): string => `${move < 0 ? '' : '+'}${formatDollars(move)}`;
