/** API queries about columns that have changed, and how that is shown as text. */
import { unwrap, type Schemas } from '@sprout/client';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';

export type TableDrift = Schemas['TableDrift'];
export type DriftChange = Schemas['DriftChange'];
export type DriftPolicy = Schemas['DriftPolicy'];
type TablePreview = Schemas['TablePreview'];

export const columnDriftQuery = apiQuery('/api/data-sync/drift');

export const setDriftPolicy = (sourceTable: string, policy: DriftPolicy) =>
  unwrap(apiClient.PUT('/api/data-sync/drift', { body: { tables: [{ sourceTable, policy }] } }));

/** Accepts what was seen; the server refuses where something else has come up since. */
export const acceptColumns = (sourceTable: string, runId: string) =>
  unwrap(apiClient.POST('/api/data-sync/drift/accept', { body: { sourceTable, runId } }));

export const previewColumns = () => unwrapData(apiClient.GET('/api/data-sync/drift/preview'));

export const POLICY_LABELS: Record<DriftPolicy, string> = {
  ask: 'Hold the table and ask',
  stop: 'Stop the table',
  ignore: 'Go on without it',
};

const OUTCOME_LABELS: Record<TablePreview['outcome'], string> = {
  unchanged: 'Columns as before.',
  lands: 'Columns have changed; rows would land.',
  asks: 'Would be held until you accept its columns.',
  stops: 'Would stop until its columns are back.',
  fails: 'Cannot be read.',
  first: 'Not read from this source before: nothing to compare with.',
  absent: 'Not in the source.',
};

export const previewText = ({ outcome, problem }: TablePreview) => problem ?? OUTCOME_LABELS[outcome];

/** `categories (text): no longer there.` and what that does. */
export const changeText = ({ kind, column, before, now, effect }: DriftChange) =>
  kind === 'appeared' ? `${column} is new. ${effect}` : `${column}: ${now}, was ${before}. ${effect}`;
