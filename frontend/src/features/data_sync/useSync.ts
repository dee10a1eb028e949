/** Starts syncs, one at a time, and refreshes what they change once they have ended. */
import { answer } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayFailure, type Said } from '@/api/errors';
import { patientSprout } from '@/api/client';
import { useOnce, type Named } from '@/api/once';
import type { Removed } from './removals';
import type { SyncStats } from './queries';
import type { SourceTable } from './tables';

/** What is synced: everything, or one table. */
export type SyncScope = 'everything' | SourceTable;

interface Wish {
  scope: SyncScope;
  /** So many rows that the source no longer has may go; of one table only. */
  confirmed?: number | undefined;
}

export interface Sync {
  /** Does nothing while another call is under way. `confirmed` rows that the source no longer has may go. */
  start: (scope: SyncScope, confirmed?: number) => void;
  /** What this page is syncing now. */
  underWay: SyncScope | undefined;
  /** Why the last sync failed. */
  failure: Said | undefined;
  /** What came of the last full sync. */
  ended: SyncStats | undefined;
  /** What the last sync removed, where it was asked to. */
  removed: Removed | undefined;
}

export function useSync(): Sync {
  const cache = useQueryClient();
  const once = useOnce();
  const call = useMutation({
    mutationFn: (wish: Wish) => once(wish, (header) => sync(wish, header)),
    // A sync changes figures on every page.
    onSettled: () => cache.invalidateQueries(),
  });
  return {
    start: (scope, confirmed) => {
      if (!call.isPending) call.mutate({ scope, confirmed });
    },
    underWay: call.isPending ? call.variables.scope : undefined,
    failure: call.isError ? sayFailure(call.error, otherwise(call.variables.scope)) : undefined,
    ended: call.isSuccess && call.variables.scope === 'everything' ? statsOf(call.data.data) : undefined,
    removed: call.isSuccess ? removedBy(call.variables, call.data.data) : undefined,
  };
}

function otherwise(scope: SyncScope): string {
  return scope === 'everything' ? 'Failed to start sync' : `Failed to sync ${scope}`;
}

function statsOf(ended: Awaited<ReturnType<typeof syncEverything>>['data']): SyncStats | undefined {
  return 'stats' in ended ? ended.stats : undefined;
}

function removedBy(
  { scope, confirmed }: Wish,
  ended: Awaited<ReturnType<typeof syncTable>>['data'],
): Removed | undefined {
  if (confirmed === undefined || !('stats' in ended)) return undefined;
  return { table: scope, confirmed, deleted: ended.stats.deleted };
}

function sync({ scope, confirmed }: Wish, header: Named) {
  return scope === 'everything' ? syncEverything(header) : syncTable(scope, confirmed, header);
}

function syncEverything(header: Named) {
  const body = { options: { incrementalSync: false } };
  return answer(patientSprout.POST('/api/data-sync/sync', { params: { header }, body }));
}

function syncTable(tableName: SourceTable, confirmed: number | undefined, header: Named) {
  const options = confirmed === undefined ? {} : { confirmRemovals: true, confirmedRemovals: confirmed };
  const body = { tableName, options };
  return answer(patientSprout.POST('/api/data-sync/table', { params: { header }, body }));
}
