/** The market data of the page: the newest response, whether it is outdated, or why there is none. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { errorText, type ErrorText } from '@/api/errors';
import { t } from '@/messages/en/market';
import type { MarketFilters } from './marketFilters';
import { marketOverviewQuery, type Meta, type Overview } from './queries';

export interface Market {
  /** The figures on the page. Undefined while the first ones load, or if that failed. */
  data: Overview | undefined;
  meta: Meta | undefined;
  /** Why there are no figures. */
  failure: ErrorText | undefined;
  /** The figures belong to the previous selection. */
  isPrevious: boolean;
  /** When the figures arrived, in milliseconds since 1970, if newer ones could not be loaded. */
  staleSince: number | undefined;
  retry: () => void;
  retrying: boolean;
}

export function useMarket({ timeframe, commodity }: MarketFilters): Market {
  const query = useQuery(marketOverviewQuery(timeframe, commodity));
  const { data, error, isPlaceholderData, isRefetchError, isFetching, dataUpdatedAt, refetch } = query;
  // Drawn in slices, so that the page answers while all panels appear at once.
  const drawn = useDeferredValue(data);
  return {
    data: drawn?.data,
    meta: drawn?.meta,
    failure: error && !data ? errorText(error, t('couldntLoadTheMarketData')) : undefined,
    isPrevious: isPlaceholderData || drawn !== data,
    staleSince: isRefetchError ? dataUpdatedAt : undefined,
    retry: () => void refetch(),
    retrying: isFetching,
  };
}
