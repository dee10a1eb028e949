/** What the app asks of the API about invitations: those that are out, and the one whose link was opened. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { useOnce } from '@/api/once';
import { moveSession } from '@/auth/session';
import { paths } from '@/lib/paths';
import { switchTo } from './queries';

export type Invitation = Schemas['Invitation'];

const PAGE = 50;

export const invitationList = infiniteQueryOptions({
  queryKey: ['/api/invitations'],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }) =>
    (
      await answer(
        sprout.GET('/api/invitations', {
          params: { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
    ).data,
  getNextPageParam: (page) => page.nextCursor,
});

/** A change after which the list is asked for again, also where it failed: somebody may have accepted meanwhile. */
function useInvitationChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: invitationList.queryKey }),
  });
}

export function useInvite() {
  const once = useOnce();
  return useInvitationChange((body: Schemas['NewInvitation']) =>
    once(
      body,
      async (header) => (await answer(sprout.POST('/api/invitations', { params: { header }, body }))).data,
    ),
  );
}

export function useSendAgain() {
  const once = useOnce();
  return useInvitationChange((id: string) =>
    once(id, async (header) => {
      const params = { path: { id }, header };
      return (await answer(sprout.POST('/api/invitations/{id}/resend', { params }))).data;
    }),
  );
}

/** Takes an invitation back, and gives it back. */
export const useRevoke = () =>
  useInvitationChange(async (invitation: Invitation) => {
    await answer(sprout.DELETE('/api/invitations/{id}', { params: { path: { id: invitation.id } } }));
    return invitation;
  });

/** The invitation of a link. */
export const invitationOf = (token: string) =>
  queryOptions({
    queryKey: ['/api/invitations/read', token],
    queryFn: async ({ signal }) =>
      (await answer(sprout.POST('/api/invitations/read', { body: { token }, signal }))).data,
  });

/** Accepts an invitation, and moves into its organization. */
export const useAccept = () =>
  useMutation({
    mutationFn: async (token: string) => {
      const joined = await answer(sprout.POST('/api/invitations/accept', { body: { token } }));
      return switchTo(joined.data.id);
    },
    onSuccess: ({ token }) => moveSession(token, paths.dashboard),
  });
