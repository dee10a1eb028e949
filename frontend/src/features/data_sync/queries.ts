/** API queries of Data Sync. */
import { type Schemas } from '@sprout/client';
import { apiPagesQuery, apiQuery } from '@/api/queries';

export { syncStatusQuery, type SyncStatus } from './statusQuery';

export type SyncStats = Schemas['SyncStats'];
export type Reject = Schemas['Reject'];
export type Source = Schemas['Source'];
export type SourceInput = Schemas['SourceInput'];
export type SourceTest = Schemas['SourceTest'];
export type MappedColumn = Schemas['MappedColumn'];
export type MappedTable = Schemas['MappedTable'];
export type MappedTableInput = Schemas['MappedTableInput'];
export type SyncHealth = Schemas['SyncHealth'];
export type SyncedTable = Schemas['SyncableTable'];

export const syncHealthQuery = apiQuery('/api/data-sync/health', {
  errorLog: 'Failed to load the sync health',
});

export const sourceQuery = apiQuery('/api/data-sync/source');

export const columnMappingQuery = apiQuery('/api/data-sync/mapping');
/** What the latest source test suggests; kept by the page, not fetched. */
export const SUGGESTIONS_KEY = ['mapping-suggestions'];

/** The reasons for the rejected rows of one run. */
export const rejectSummaryQuery = (runId: string) =>
  apiQuery('/api/data-sync/runs/{id}/rejects/summary', { params: { path: { id: runId } } });

/** The rejected rows of one run, page by page. */
export const rejectedRowsQuery = (runId: string) =>
  apiPagesQuery('/api/data-sync/runs/{id}/rejects', { limit: 100, params: { path: { id: runId } } });
