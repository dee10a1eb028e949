/** Texts about rejected rows. */
import type { Schemas } from '@sprout/client';
import { explainSyncError } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync_panels';

/** The row's position: file and line, or key. */
export function rejectPosition({ file, line, key }: Schemas['Reject']): string {
  const parts = [file, line !== undefined && t('line', { line }), key];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** What failed: a table, or a row with its position and value. */
export const describeSyncError = (failure: Schemas['SyncError']): string =>
  explainSyncError(failure, (reason, row) => {
    const value = row.value ? ` (${row.value})` : '';
    return `${rejectPosition(row)}: ${reason}${value}`;
  });
