/** Starts syncs, one at a time, and refetches what they change. */
import { unwrap } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText, type ErrorText } from '@/api/errors';
import { longPollClient } from '@/api/client';
import { useIdempotencyKey, type IdempotencyHeader } from '@/api/idempotency';
import { t } from '@/messages/en/data_sync';
import type { DeletionResultData } from './withheldDeletions';
import type { SyncStats } from './queries';
import type { SourceTable } from './syncableTables';

/** What is synced: everything, or one table. */
type SyncScope = 'everything' | SourceTable;

interface SyncRequest {
  scope: SyncScope;
  /** How many rows missing from the source may be deleted. For a single table only. */
  confirmedDeletions?: number | undefined;
}

interface Sync {
  /**
   * Does nothing while another call is in progress. `confirmed` is the number of rows missing from the source
   * that may be deleted.
   */
  start: (scope: SyncScope, confirmed?: number) => void;
  /** What this page is syncing now. */
  syncing: SyncScope | undefined;
  /** Why the last sync failed. */
  failure: ErrorText | undefined;
  /** The result of the last full sync. */
  result: SyncStats | undefined;
  /** How many rows the last sync deleted, if it was asked to. */
  deletionResult: DeletionResultData | undefined;
}

export function useSync(): Sync {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  const call = useMutation({
    mutationFn: (wish: SyncRequest) => once(wish, (header) => sendSync(wish, header)),
    // A sync changes figures on every page.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    start: (scope, confirmed) => {
      if (!call.isPending) call.mutate({ scope, confirmedDeletions: confirmed });
    },
    syncing: call.isPending ? call.variables.scope : undefined,
    failure: call.isError ? errorText(call.error, fallbackText(call.variables.scope)) : undefined,
    result: call.isSuccess && call.variables.scope === 'everything' ? readStats(call.data.data) : undefined,
    deletionResult: call.isSuccess ? readDeletionResult(call.variables, call.data.data) : undefined,
  };
}

function fallbackText(scope: SyncScope): string {
  return scope === 'everything' ? t('failedToStartSync') : t('failedToSync', { scope });
}

function readStats(ended: Awaited<ReturnType<typeof syncEverything>>['data']): SyncStats | undefined {
  return 'stats' in ended ? ended.stats : undefined;
}

function readDeletionResult(
  { scope, confirmedDeletions }: SyncRequest,
  ended: Awaited<ReturnType<typeof syncTable>>['data'],
): DeletionResultData | undefined {
  if (confirmedDeletions === undefined || !('stats' in ended)) return undefined;
  return { table: scope, confirmed: confirmedDeletions, deleted: ended.stats.deleted };
}

function sendSync({ scope, confirmedDeletions }: SyncRequest, header: IdempotencyHeader) {
  return scope === 'everything' ? syncEverything(header) : syncTable(scope, confirmedDeletions, header);
}

function syncEverything(header: IdempotencyHeader) {
  const body = { options: { incrementalSync: false } };
  return unwrap(longPollClient.POST('/api/data-sync/sync', { params: { header }, body }));
}

function syncTable(tableName: SourceTable, confirmed: number | undefined, header: IdempotencyHeader) {
  const options = confirmed === undefined ? {} : { confirmDeletions: true, maxDeletions: confirmed };
  const body = { tableName, options };
  return unwrap(longPollClient.POST('/api/data-sync/table', { params: { header }, body }));
}
