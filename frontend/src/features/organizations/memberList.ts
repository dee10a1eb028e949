/** What the page asks of the API about the members of the organization. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Member = Schemas['Member'];
export type Role = Schemas['GivenRole'];

const PAGE = 50;

export const memberList = infiniteQueryOptions({
  queryKey: ['/api/members'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/members', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
});

/** A change after which everything is asked for again, also where it failed: roles decide what is shown elsewhere too. */
function useMemberChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => cache.invalidateQueries() });
}

export const useGiveRole = () =>
  useMemberChange(
    async ({ id, role }: { id: string; role: Role }) =>
      (await answer(sprout.PATCH('/api/members/{id}', { params: { path: { id } }, body: { role } }))).data,
  );

export const useRemoveMember = () =>
  useMemberChange(async (id: string) => {
    await answer(sprout.DELETE('/api/members/{id}', { params: { path: { id } } }));
  });

/** Ends the sessions of a member that work here, and says how many. */
export const useEndSessions = () =>
  useMemberChange(
    async (id: string) =>
      (await answer(sprout.POST('/api/members/{id}/end-sessions', { params: { path: { id } } }))).data,
  );

/** Leaves the organization; the session ends with it. */
export const useLeave = () =>
  useMutation({
    mutationFn: async (id: string) => {
      await answer(sprout.DELETE('/api/members/{id}', { params: { path: { id } } }));
    },
  });
