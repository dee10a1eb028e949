/** What Data Sync asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { logged } from '@/api/query';

export { syncStatus, type SyncStatus } from './status';

export type SyncStats = Schemas['SyncStats'];
export type Reject = Schemas['Reject'];
export type Source = Schemas['Source'];
export type SourceInput = Schemas['SourceInput'];
export type SourceTest = Schemas['SourceTest'];
export type MappedTable = Schemas['MappedTable'];
export type MappedTableInput = Schemas['MappedTableInput'];
export type SyncHealth = Schemas['SyncHealth'];
export type SyncedTable = Schemas['SyncableTable'];

export const syncHealth = queryOptions({
  queryKey: ['/api/data-sync/health'],
  queryFn: async ({ signal }) =>
    (await logged('Failed to load the sync health', answer(sprout.GET('/api/data-sync/health', { signal }))))
      .data,
});

export const syncSource = queryOptions({
  queryKey: ['/api/data-sync/source'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/data-sync/source', { signal }))).data,
});

export const columnMapping = queryOptions({
  queryKey: ['/api/data-sync/mapping'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/data-sync/mapping', { signal }))).data,
});

/** The rejected rows of one run, page by page. */
export const rejectedRows = (runId: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/data-sync/runs/{id}/rejects', runId],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const page = await answer(
        sprout.GET('/api/data-sync/runs/{id}/rejects', {
          params: { path: { id: runId }, query: { limit: 100, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      );
      // The same address gives a file to those who ask for one.
      if (typeof page === 'string') throw new TypeError('The rejected rows came as a file.');
      return page.data;
    },
    getNextPageParam: (page) => page.nextCursor,
  });
