/** Texts about rejected rows. */
import type { Schemas } from '@sprout/client';
import { explainReject, explainSyncMessage } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync_panels';

/** The row's position: file and line, or key. */
export function rejectPosition({ file, line, key }: Schemas['Reject']): string {
  const parts = [file, line !== undefined && t('line', { line }), key];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** What failed: a table, or a row with its position and value. */
export function describeSyncError({ error, code, reject }: Schemas['SyncError']): string {
  if (!reject) return explainSyncMessage(error, code);
  const reason = explainReject(reject);
  // In English, the server names the position and the value.
  if (reason === reject.reason) return error;
  const value = reject.value ? ` (${reject.value})` : '';
  return `${rejectPosition(reject)}: ${reason}${value}`;
}
