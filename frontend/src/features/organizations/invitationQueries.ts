/** API queries of invitations: pending ones, and the one whose link was opened. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiKey, apiPagesQuery, invalidate, unwrapData } from '@/api/queries';
import { switchSession } from '@/auth/session';
import { paths } from '@/lib/paths';
import { switchOrganization } from './queries';

export type Invitation = Schemas['Invitation'];

const PAGE_SIZE = 50;

export const invitationsQuery = apiPagesQuery('/api/invitations', { limit: PAGE_SIZE });

/** Refetches the list even after a failure, because someone may have accepted meanwhile. */
function useInvitationMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => invalidate(queryClient, '/api/invitations'),
  });
}

export function useCreateInvitation() {
  const once = useIdempotencyKey();
  return useInvitationMutation((body: Schemas['NewInvitation']) =>
    once(body, (header) => unwrapData(apiClient.POST('/api/invitations', { params: { header }, body }))),
  );
}

export function useResendInvitation() {
  const once = useIdempotencyKey();
  return useInvitationMutation((id: string) =>
    once(id, async (header) => {
      const params = { path: { id }, header };
      return unwrapData(apiClient.POST('/api/invitations/{id}/resend', { params }));
    }),
  );
}

/** Revokes an invitation and returns it. */
export const useRevokeInvitation = () =>
  useInvitationMutation(async (invitation: Invitation) => {
    await unwrap(apiClient.DELETE('/api/invitations/{id}', { params: { path: { id: invitation.id } } }));
    return invitation;
  });

/** The invitation of a link. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: apiKey('/api/invitations/preview', { token }),
    queryFn: ({ signal }) =>
      unwrapData(apiClient.POST('/api/invitations/preview', { body: { token }, signal })),
  });

/** Accepts an invitation and switches to its organization. */
export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: async (token: string) => {
      const joined = await unwrap(apiClient.POST('/api/invitations/accept', { body: { token } }));
      return switchOrganization(joined.data.id);
    },
    onSuccess: ({ token }) => switchSession(token, paths.dashboard),
  });
