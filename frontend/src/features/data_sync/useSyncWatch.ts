/** Keeps status and health fresh: on load and every 30 seconds, except while this page syncs. */
import { useQuery } from '@tanstack/react-query';
import { syncHealth, syncStatus, type SyncHealth, type SyncStatus } from './queries';
import { REFRESH_MS } from './rules';

export interface SyncWatch {
  status: SyncStatus | undefined;
  health: SyncHealth | undefined;
  /** The first answers are still on their way. */
  loading: boolean;
  refreshing: boolean;
  refresh: () => void;
}

export function useSyncWatch(busy: boolean): SyncWatch {
  const rhythm = { refetchInterval: busy ? (false as const) : REFRESH_MS, staleTime: 0 };
  const status = useQuery({ ...syncStatus, ...rhythm });
  const health = useQuery({ ...syncHealth, ...rhythm });
  return {
    status: status.data,
    health: health.data,
    loading: status.isPending || health.isPending,
    refreshing: status.isFetching || health.isFetching,
    refresh: () => {
      void status.refetch();
      void health.refetch();
    },
  };
}
