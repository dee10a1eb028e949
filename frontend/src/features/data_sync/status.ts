/** How Data Sync stands, by itself: the dashboard asks for it and for nothing else of Data Sync. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { logged } from '@/api/query';

export type SyncStatus = Schemas['SyncStatus'];

export const syncStatus = queryOptions({
  queryKey: ['/api/data-sync/status'],
  queryFn: async ({ signal }) =>
    (await logged('Failed to load the sync status', answer(sprout.GET('/api/data-sync/status', { signal }))))
      .data,
});
