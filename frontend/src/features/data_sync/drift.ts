/** What the page asks of the API about columns that have changed, and how that is said in words. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type TableDrift = Schemas['TableDrift'];
export type DriftChange = Schemas['DriftChange'];
export type DriftPolicy = Schemas['DriftPolicy'];
export type TablePreview = Schemas['TablePreview'];

export const columnDrift = queryOptions({
  queryKey: ['/api/data-sync/drift'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/data-sync/drift', { signal }))).data,
});

export const setPolicy = (sourceTable: string, policy: DriftPolicy) =>
  answer(sprout.PUT('/api/data-sync/drift', { body: { tables: [{ sourceTable, policy }] } }));

/** Accepts what was seen; the server refuses where something else has come up since. */
export const acceptColumns = (sourceTable: string, runId: string) =>
  answer(sprout.POST('/api/data-sync/drift/accept', { body: { sourceTable, runId } }));

export const previewColumns = async () => (await answer(sprout.GET('/api/data-sync/drift/preview'))).data;

export const policyWords: Record<DriftPolicy, string> = {
  ask: 'Hold the table and ask',
  stop: 'Stop the table',
  ignore: 'Go on without it',
};

const outcomeWords: Record<TablePreview['outcome'], string> = {
  unchanged: 'Columns as before.',
  lands: 'Columns have changed; rows would land.',
  asks: 'Would be held until you accept its columns.',
  stops: 'Would stop until its columns are back.',
  fails: 'Cannot be read.',
  first: 'Not read from this source before: nothing to compare with.',
  absent: 'Not in the source.',
};

export const outcomeInWords = ({ outcome, problem }: TablePreview) => problem ?? outcomeWords[outcome];

/** `categories (text): no longer there.` and what that does. */
export const changeInWords = ({ kind, column, before, now, effect }: DriftChange) =>
  kind === 'appeared' ? `${column} is new. ${effect}` : `${column}: ${now}, was ${before}. ${effect}`;
