/** What went wrong and what works again: requested from the API, in the rhythm of the page. */
import { type Schemas } from '@sprout/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiPagesQuery } from '@/api/queries';

export type NotificationList = Schemas['NoticeList'];

/** Notifications are fetched again this often, in milliseconds. */
const REFRESH_MS = 30_000;
const PAGE_SIZE = 5;

/** What is wrong now, and what was told, newest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  ...apiPagesQuery('/api/notices', { limit: PAGE_SIZE }),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
