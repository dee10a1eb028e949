/** How Data Sync stands, by itself: the dashboard asks for it and for nothing else of Data Sync. */
import { type Schemas } from '@sprout/client';
import { apiQuery } from '@/api/queries';

export type SyncStatus = Schemas['SyncStatus'];

export const syncStatusQuery = apiQuery('/api/data-sync/status', {
  errorLog: 'Failed to load the sync status',
});
