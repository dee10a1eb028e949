/** API query of alerts, refetched at the page's interval. */
import { type Schemas } from '@sprout/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiPagesQuery } from '@/api/queries';

export type NotificationList = Schemas['NotificationList'];

/** Refetch interval of notifications, in milliseconds. */
const REFRESH_MS = 30_000;
const PAGE_SIZE = 5;

/** Open problems and past alerts, newest first, paged. */
export const notificationsQuery = infiniteQueryOptions({
  ...apiPagesQuery('/api/notifications', { limit: PAGE_SIZE }),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
