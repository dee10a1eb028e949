/** The sync status query in its own file, because the dashboard needs only this part of Data Sync. */
import { type Schemas } from '@sprout/client';
import { apiQuery } from '@/api/queries';

export type SyncStatus = Schemas['SyncStatus'];

export const syncStatusQuery = apiQuery('/api/data-sync/status', {
  errorLog: 'Failed to load the sync status',
});
