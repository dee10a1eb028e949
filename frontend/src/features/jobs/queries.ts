/** What the page asks of the API about jobs. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Job = Schemas['Job'];
export type JobState = Schemas['JobState'];

const PAGE = 10;
/** Jobs come and go by themselves: they are looked at again this often, in milliseconds. */
const LOOK_MS = 30_000;

/** The jobs that stand so, or all of them, newest first, page by page. */
export const jobList = (state: JobState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['/api/jobs', state],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) =>
      (
        await answer(
          sprout.GET('/api/jobs', {
            params: {
              query: { limit: PAGE, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
            },
            signal,
          }),
        )
      ).data,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LOOK_MS,
  });
