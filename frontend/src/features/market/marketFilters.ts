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

export type Impact = (typeof IMPACTS)[number];

export interface MarketFilters {
  timeframe: Timeframe;
  commodity: CommodityFilter;
  /** Regions of the weather list, also the organization's own ones; none means all. */
  regions: readonly string[];
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

/** The regions of an address, the four first. A name can contain commas, which are escaped. */
function parseRegions(text: string | null): readonly string[] {
  const named = new Set(
    text?.split(',').map((name) => name.replaceAll('%2C', ',').replaceAll('%25', '%')) ?? [],
  );
  named.delete('');
  const isStandard = (name: string) => REGIONS.some((region) => region === name);
  return [
    ...REGIONS.filter((region) => named.has(region)),
    ...[...named].filter((name) => !isStandard(name)),
  ];
}

const escapeRegion = (name: string): string => name.replaceAll('%', '%25').replaceAll(',', '%2C');

/** The filters without regions that the page does not show, such as one that was removed. */
export function withRegions(filters: MarketFilters, shown: readonly string[]): MarketFilters {
  return { ...filters, regions: filters.regions.filter((region) => shown.includes(region)) };
}

export function parseFilters(address: URLSearchParams): MarketFilters {
  return {
    timeframe: parseOne(TIMEFRAMES, address.get('timeframe'), '3M'),
    commodity: parseOne(COMMODITY_FILTERS, address.get('commodity'), 'All'),
    regions: parseRegions(address.get('regions')),
    impacts: parseMany(IMPACTS, address.get('impact')),
  };
}

/** The URL with some choices changed. Other parameters are preserved. */
export function writeFilters(address: URLSearchParams, changed: Partial<MarketFilters>): URLSearchParams {
  const next = new URLSearchParams(address);
  if (changed.timeframe) next.set('timeframe', changed.timeframe);
  if (changed.commodity) next.set('commodity', changed.commodity);
  if (changed.regions) setListParam(next, 'regions', changed.regions.map(escapeRegion));
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
