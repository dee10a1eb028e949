/** The visitor's choices, stored in the URL, so that a link shows the same page. */
import { useSearchParams } from 'react-router-dom';
import { parseFilters, writeFilters, type MarketFilters } from './marketFilters';

export interface MarketFilterState {
  filters: MarketFilters;
  change: (changed: Partial<MarketFilters>) => void;
}

export function useMarketFilters(): MarketFilterState {
  const [address, setAddress] = useSearchParams();
  return {
    filters: parseFilters(address),
    change: (changed) => setAddress((now) => writeFilters(now, changed)),
  };
}
