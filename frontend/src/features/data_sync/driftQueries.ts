/** API queries of changed columns, and their texts. */
import { unwrap, type Schemas } from '@sprout/client';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';
import { explainSyncMessage } from '@/lib/syncMessages';
import { translateWord } from '@/lib/translate';
import { t } from '@/messages/en/data_sync_panels';

export type TableDrift = Schemas['TableDrift'];
export type DriftChange = Schemas['DriftChange'];
export type DriftPolicy = Schemas['DriftPolicy'];
type TableDriftPreview = Schemas['TableDriftPreview'];

export const columnDriftQuery = apiQuery('/api/data-sync/drift');

export const setDriftPolicy = (sourceTable: string, policy: DriftPolicy) =>
  unwrap(apiClient.PUT('/api/data-sync/drift', { body: { tables: [{ sourceTable, policy }] } }));

/** Accepts the displayed changes. The server rejects the request if there are newer ones. */
export const acceptColumns = (sourceTable: string, runId: string) =>
  unwrap(apiClient.POST('/api/data-sync/drift/accept', { body: { sourceTable, runId } }));

export const previewColumns = () => unwrapData(apiClient.GET('/api/data-sync/drift/preview'));

export const POLICY_LABELS: Record<DriftPolicy, string> = {
  get ask() {
    return t('pauseAndAskMe');
  },
  get stop() {
    return t('stopThisTable');
  },
  get ignore() {
    return t('continueWithoutTheColumn');
  },
};

const OUTCOME_LABELS: Record<TableDriftPreview['outcome'], string> = {
  get unchanged() {
    return t('noColumnChanges');
  },
  get proceeds() {
    return t('columnsChangedRowsWouldSync');
  },
  get needs_approval() {
    return t('wouldPauseUntilYouAcceptIts');
  },
  get blocked() {
    return t('wouldStopUntilItsColumnsAre');
  },
  get unreadable() {
    return t('cantBeRead');
  },
  get new() {
    return t('notSyncedFromThisSourceYet');
  },
  get absent() {
    return t('notInTheSource');
  },
};

export const previewText = ({ outcome, problem, problemCode }: TableDriftPreview) =>
  problem === undefined ? OUTCOME_LABELS[outcome] : explainSyncMessage(problem, problemCode);

const EFFECT_TEXTS: Readonly<Record<DriftChange['effectCode'], (target: string) => string>> = {
  column_read: (target) => t('columnWillBeRead', { target }),
  column_ignored: () => t('columnIsIgnored'),
  empty_in_every_row: (target) => t('emptyInEveryRow', { target }),
  empty_in_some_rows: (target) => t('emptyInSomeRows', { target }),
  new_type_read: (target) => t('newTypeWillBeRead', { target }),
  no_row_changes: () => t('noRowChanges'),
};

/** What a column held: one or several types. */
const typeText = (types: string) => types.split(' or ').map(translateWord).join(' / ');

/** `categories: no longer there, was text.` and its effect. */
export function changeText(change: DriftChange): string {
  const { kind, column, missingInFiles: files } = change;
  const effect = EFFECT_TEXTS[change.effectCode](change.targetColumn ?? '');
  if (kind === 'added') return t('isNew', { column, effect });
  const now = files === undefined ? typeText(change.after) : t('missingInFiles', { files });
  return t('was', { column, now, before: typeText(change.before), effect });
}
