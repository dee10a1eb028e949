/** What the page asks of the API about letters and about what operators did. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Letter = Schemas['OperatorLetter'];
export type Deed = Schemas['OperatorDeed'];

const PAGE = 50;

export const letterList = infiniteQueryOptions({
  queryKey: ['/api/admin/letters'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/admin/letters', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
});

export const deedList = infiniteQueryOptions({
  queryKey: ['/api/admin/acts'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/admin/acts', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
});

/** Reads a letter when it is asked for, never ahead: each reading is written down. Its words are not kept once they are out of sight. */
export function useReading() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await answer(sprout.GET('/api/admin/letters/{id}', { params: { path: { id } } }))).data,
    onSettled: () => cache.invalidateQueries({ queryKey: deedList.queryKey }),
    gcTime: 0,
  });
}
