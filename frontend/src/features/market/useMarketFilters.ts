/** The visitor's choices, stored in the URL, so that a link shows the same page. */
import { useUrlParams } from '@/lib/useUrlParams';
import { parseFilters, toggle, writeFilters, type Impact, type MarketFilters } from './marketFilters';

export interface MarketFilterState {
  filters: MarketFilters;
  change: (changed: Partial<MarketFilters>) => void;
  /** Adds a region or an impact, or removes it. */
  toggleRegion: (region: string) => void;
  toggleImpact: (impact: Impact) => void;
}

export function useMarketFilters(): MarketFilterState {
  const [address, setAddress] = useUrlParams();
  const change = (next: (now: MarketFilters) => Partial<MarketFilters>) =>
    setAddress((now) => writeFilters(now, next(parseFilters(now))));
  return {
    filters: parseFilters(address),
    change: (changed) => change(() => changed),
    toggleRegion: (region) => change(({ regions }) => ({ regions: toggle(regions, region) })),
    toggleImpact: (impact) => change(({ impacts }) => ({ impacts: toggle(impacts, impact) })),
  };
}
