/** What went wrong and what works again: asked of the API, in the rhythm of the page. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { REFRESH_MS } from './rules';

export type NoticeList = Schemas['NoticeList'];

const PAGE = 5;

/** What is wrong now, and what was told, newest first, page by page. */
export const notices = infiniteQueryOptions({
  queryKey: ['/api/notices'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/notices', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
