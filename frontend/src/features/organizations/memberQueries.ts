/** API queries about the members of the organization. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, unwrapData } from '@/api/queries';
import type { Role } from '@/lib/roleLabels';

export type Member = Schemas['Member'];

const PAGE_SIZE = 50;

export const membersQuery = apiPagesQuery('/api/members', { limit: PAGE_SIZE });

/** A change after which everything is refetched, also where it failed: roles decide what is shown elsewhere too. */
function useMemberMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries() });
}

export const useSetRole = () =>
  useMemberMutation(({ id, role }: { id: string; role: Role }) =>
    unwrapData(apiClient.PATCH('/api/members/{id}', { params: { path: { id } }, body: { role } })),
  );

export const useRemoveMember = () =>
  useMemberMutation(async (id: string) => {
    await unwrap(apiClient.DELETE('/api/members/{id}', { params: { path: { id } } }));
  });

/** Ends the sessions of a member that work here, and says how many. */
export const useRevokeMemberSessions = () =>
  useMemberMutation((id: string) =>
    unwrapData(apiClient.POST('/api/members/{id}/revoke-sessions', { params: { path: { id } } })),
  );

/** Leaves the organization; the session ends with it. */
export const useLeaveOrganization = () =>
  useMutation({
    mutationFn: async (id: string) => {
      await unwrap(apiClient.DELETE('/api/members/{id}', { params: { path: { id } } }));
    },
  });
