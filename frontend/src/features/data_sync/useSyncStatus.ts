/** Keeps status and health fresh: on load and every 30 seconds, except while this page syncs. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiPath } from '@/api/queries';
import { syncHealthQuery, syncStatusQuery, type SyncHealth, type SyncStatus } from './queries';
import { REFRESH_MS } from './syncRules';

/** Refetched by the Refresh button. */
const WATCHED_PATHS: readonly ApiPath[] = [
  '/api/data-sync/status',
  '/api/data-sync/health',
  '/api/notifications',
];

interface SyncStatusState {
  status: SyncStatus | undefined;
  health: SyncHealth | undefined;
  /** The first responses are still loading. */
  loading: boolean;
  refreshing: boolean;
  /** Refetches both, the notifications, and everything on the page that failed to load. */
  refresh: () => void;
}

export function useSyncStatus(busy: boolean): SyncStatusState {
  const rhythm = { refetchInterval: busy ? (false as const) : REFRESH_MS, staleTime: 0 };
  const status = useQuery({ ...syncStatusQuery, ...rhythm });
  const health = useQuery({ ...syncHealthQuery, ...rhythm });
  const queryClient = useQueryClient();
  return {
    status: status.data,
    health: health.data,
    // A retry after a failure keeps the data on the page.
    loading: !status.isFetched || !health.isFetched,
    refreshing: status.isFetching || health.isFetching,
    refresh: () =>
      void queryClient.refetchQueries({
        type: 'active',
        predicate: ({ queryKey, state }) =>
          state.status === 'error' || WATCHED_PATHS.some((path) => path === queryKey[0]),
      }),
  };
}
