/** What a visitor of the page has chosen, as the address bar holds it. Values that do not exist count as not chosen. */
import type { Schemas } from '@sprout/client';

export type Timeframe = Schemas['Timeframe'];
export type CommodityChoice = Schemas['CommodityChoice'];

export const TIMEFRAMES = ['1M', '3M', '6M', '1Y'] as const satisfies readonly Timeframe[];
export const COMMODITY_CHOICES = [
  'All',
  'Corn',
  'Soybeans',
  'Wheat',
  'Fertilizer',
] as const satisfies readonly CommodityChoice[];
export const REGIONS = ['Midwest', 'Plains', 'Southeast', 'Northeast'] as const;
export const IMPACTS = ['Positive', 'Neutral', 'Negative'] as const;

export type Region = (typeof REGIONS)[number];
export type Impact = (typeof IMPACTS)[number];

export interface MarketChoices {
  timeframe: Timeframe;
  commodity: CommodityChoice;
  /** Regions of the weather list; none means all. */
  regions: readonly Region[];
  /** Impacts of the news list; none means all. */
  impacts: readonly Impact[];
}

function oneOf<Known extends string>(known: readonly Known[], text: string | null, otherwise: Known): Known {
  return known.find((each) => each === text) ?? otherwise;
}

function someOf<Known extends string>(known: readonly Known[], text: string | null): readonly Known[] {
  const named = new Set(text?.split(','));
  return known.filter((each) => named.has(each));
}

export function readChoices(address: URLSearchParams): MarketChoices {
  return {
    timeframe: oneOf(TIMEFRAMES, address.get('timeframe'), '3M'),
    commodity: oneOf(COMMODITY_CHOICES, address.get('commodity'), 'All'),
    regions: someOf(REGIONS, address.get('regions')),
    impacts: someOf(IMPACTS, address.get('impact')),
  };
}

/** The address with some choices changed; whatever else it holds stays. */
export function writeChoices(address: URLSearchParams, changed: Partial<MarketChoices>): URLSearchParams {
  const next = new URLSearchParams(address);
  if (changed.timeframe) next.set('timeframe', changed.timeframe);
  if (changed.commodity) next.set('commodity', changed.commodity);
  if (changed.regions) setList(next, 'regions', changed.regions);
  if (changed.impacts) setList(next, 'impact', changed.impacts);
  return next;
}

function setList(address: URLSearchParams, name: string, values: readonly string[]): void {
  if (values.length === 0) address.delete(name);
  else address.set(name, values.join(','));
}

/** How many filters narrow the lists. */
export const filterCount = ({ regions, impacts }: MarketChoices): number => regions.length + impacts.length;

/** Presses or releases one of several buttons. */
export function toggled<Choice>(chosen: readonly Choice[], choice: Choice): readonly Choice[] {
  return chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice];
}

/** Whether a list with these filters shows a row; without filters it shows all. */
export function passes(chosen: readonly string[], value: string): boolean {
  return chosen.length === 0 || chosen.includes(value);
}
