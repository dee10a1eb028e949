/** The market as the page shows it: the newest answer, how far it lags behind what was chosen, or why there is none. */
import { useQuery } from '@tanstack/react-query';
import { sayFailure, type Said } from '@/api/errors';
import type { MarketChoices } from './choices';
import { marketOverview, type Meta, type Overview } from './queries';

export interface Market {
  /** The figures on the page; none while the first ones load, or when they did not. */
  shown: Overview | undefined;
  meta: Meta | undefined;
  /** Why there are no figures. */
  failure: Said | undefined;
  /** The figures on the page are those of the choice before. */
  behind: boolean;
  /** When the figures arrived, in milliseconds since 1970, where newer ones could not be had. */
  staleSince: number | undefined;
  retry: () => void;
  retrying: boolean;
}

export function useMarket({ timeframe, commodity }: MarketChoices): Market {
  const query = useQuery(marketOverview(timeframe, commodity));
  const { data, error, isPlaceholderData, isRefetchError, isFetching, dataUpdatedAt, refetch } = query;
  return {
    shown: data?.data,
    meta: data?.meta,
    failure: error && !data ? sayFailure(error, 'The market figures did not load.') : undefined,
    behind: isPlaceholderData,
    staleSince: isRefetchError ? dataUpdatedAt : undefined,
    retry: () => void refetch(),
    retrying: isFetching,
  };
}
