/** What Data Sync says in English, in the language of the reader. */
import type { Schemas } from '@sprout/client';
import { explainError, explainNote, explainRejection } from './translate';

/** A message about a run, or about a table that was not synced. */
export const explainSyncMessage = (message: string, code?: Schemas['SyncMessageCode']): string =>
  code === undefined ? message : explainError({ code, message, details: [] });

/** The message about the latest sync of a table. */
export const explainTableMessage = ({
  message = '',
  messageCode,
  notes,
}: Pick<Schemas['SyncableTable'], 'message' | 'messageCode' | 'notes'>): string =>
  notes.map(explainNote).join(' ') || explainSyncMessage(message, messageCode);

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
