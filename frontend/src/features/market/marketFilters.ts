/** The choices of the market page in the URL. Invalid values count as unset. */
import type { Schemas } from '@sprout/client';

export type Timeframe = Schemas['Timeframe'];
export type CommodityFilter = Schemas['CommodityFilter'];

export const TIMEFRAMES = ['1M', '3M', '6M', '1Y'] as const satisfies readonly Timeframe[];
export const COMMODITY_FILTERS = [
  'All',
  'Corn',
  'Soybeans',
  'Wheat',
  'Fertilizer',
] as const satisfies readonly CommodityFilter[];
export const REGIONS = ['Midwest', 'Plains', 'Southeast', 'Northeast'] as const;
export const IMPACTS = ['Positive', 'Neutral', 'Negative'] as const;

export type Region = (typeof REGIONS)[number];
export type Impact = (typeof IMPACTS)[number];

export interface MarketFilters {
  timeframe: Timeframe;
  commodity: CommodityFilter;
  /** Regions of the weather list; none means all. */
  regions: readonly Region[];
  /** Impacts of the news list; none means all. */
  impacts: readonly Impact[];
}

function parseOne<Known extends string>(
  known: readonly Known[],
  text: string | null,
  fallback: Known,
): Known {
  return known.find((each) => each === text) ?? fallback;
}

function parseMany<Known extends string>(known: readonly Known[], text: string | null): readonly Known[] {
  const named = new Set(text?.split(','));
  return known.filter((each) => named.has(each));
}

export function parseFilters(address: URLSearchParams): MarketFilters {
  return {
    timeframe: parseOne(TIMEFRAMES, address.get('timeframe'), '3M'),
    commodity: parseOne(COMMODITY_FILTERS, address.get('commodity'), 'All'),
    regions: parseMany(REGIONS, address.get('regions')),
    impacts: parseMany(IMPACTS, address.get('impact')),
  };
}

/** The URL with some choices changed. Other parameters are preserved. */
export function writeFilters(address: URLSearchParams, changed: Partial<MarketFilters>): URLSearchParams {
  const next = new URLSearchParams(address);
  if (changed.timeframe) next.set('timeframe', changed.timeframe);
  if (changed.commodity) next.set('commodity', changed.commodity);
  if (changed.regions) setListParam(next, 'regions', changed.regions);
  if (changed.impacts) setListParam(next, 'impact', changed.impacts);
  return next;
}

function setListParam(address: URLSearchParams, name: string, values: readonly string[]): void {
  if (values.length === 0) address.delete(name);
  else address.set(name, values.join(','));
}

/** How many filters narrow the lists. */
export const countFilters = ({ regions, impacts }: MarketFilters): number => regions.length + impacts.length;

/** Toggles one of several buttons. */
export function toggle<Choice>(chosen: readonly Choice[], choice: Choice): readonly Choice[] {
  return chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice];
}

/** Whether a list with these filters shows a row. Without filters, it shows all. */
export function matchesFilter(chosen: readonly string[], value: string): boolean {
  return chosen.length === 0 || chosen.includes(value);
}
