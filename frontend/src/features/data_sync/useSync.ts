/** Starts syncs, one at a time, and refreshes what they change once they have ended. */
import { answer } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayFailure, type Said } from '@/api/errors';
import { patientSprout } from '@/api/client';
import type { SourceTable } from './tables';

/** What is synced: everything, or one table. */
export type SyncScope = 'everything' | SourceTable;

export interface Sync {
  /** Does nothing while another call is under way. */
  start: (scope: SyncScope) => void;
  /** What this page is syncing now. */
  underWay: SyncScope | undefined;
  /** Why the last sync failed. */
  failure: Said | undefined;
}

export function useSync(): Sync {
  const cache = useQueryClient();
  const call = useMutation({
    mutationFn: (scope: SyncScope) => (scope === 'everything' ? syncEverything() : syncTable(scope)),
    // A sync changes figures on every page.
    onSettled: () => cache.invalidateQueries(),
  });
  return {
    start: (scope) => {
      if (!call.isPending) call.mutate(scope);
    },
    underWay: call.isPending ? call.variables : undefined,
    failure: call.isError ? sayFailure(call.error, otherwise(call.variables)) : undefined,
  };
}

function otherwise(scope: SyncScope): string {
  return scope === 'everything' ? 'Failed to start sync' : `Failed to sync ${scope}`;
}

function syncEverything() {
  return answer(patientSprout.POST('/api/data-sync/sync', { body: { options: { incrementalSync: false } } }));
}

function syncTable(tableName: SourceTable) {
  return answer(patientSprout.POST('/api/data-sync/table', { body: { tableName, options: {} } }));
}
