/** Keeps status and health fresh: on load and every 30 seconds, except while this page syncs. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { syncHealth, syncStatus, type SyncHealth, type SyncStatus } from './queries';
import { REFRESH_MS } from './rules';

export interface SyncWatch {
  status: SyncStatus | undefined;
  health: SyncHealth | undefined;
  /** The first answers are still on their way. */
  loading: boolean;
  refreshing: boolean;
  /** Asks for both and for the notices anew, and for whatever else on the page could not be had. */
  refresh: () => void;
}

export function useSyncWatch(busy: boolean): SyncWatch {
  const rhythm = { refetchInterval: busy ? (false as const) : REFRESH_MS, staleTime: 0 };
  const status = useQuery({ ...syncStatus, ...rhythm });
  const health = useQuery({ ...syncHealth, ...rhythm });
  const cache = useQueryClient();
  const watched = [...[syncStatus, syncHealth].map(({ queryKey }) => queryKey[0]), '/api/notices'];
  return {
    status: status.data,
    health: health.data,
    // Asking again after a failure takes nothing off the page.
    loading: !status.isFetched || !health.isFetched,
    refreshing: status.isFetching || health.isFetching,
    refresh: () =>
      void cache.refetchQueries({
        type: 'active',
        predicate: ({ queryKey, state }) =>
          state.status === 'error' || watched.some((key) => key === queryKey[0]),
      }),
  };
}
