/** What Data Sync says in English, in the language of the reader. */
import type { Schemas } from '@sprout/client';
import { explainError, explainRejection } from './translate';

/** A message about a run or a table. Those about synced tables have no code. */
export const explainSyncMessage = (message: string, code?: Schemas['SyncMessageCode']): string =>
  code === undefined ? message : explainError({ code, message, details: [] });

/** Why a row or cell was rejected. */
export const explainReject = ({ code, reason }: { code?: Schemas['RejectCode']; reason: string }): string =>
  code === undefined ? reason : explainRejection({ code, message: reason });

/** What failed in a sync. `describeRow` says it about a rejected row where the language is not the server's. */
export function explainSyncError(
  { error, code, reject }: Pick<Schemas['SyncError'], 'error' | 'code' | 'reject'>,
  describeRow: (reason: string, row: Schemas['Reject']) => string,
): string {
  if (!reject) return explainSyncMessage(error, code);
  const reason = explainReject(reject);
  return reason === reject.reason ? error : describeRow(reason, reject);
}
