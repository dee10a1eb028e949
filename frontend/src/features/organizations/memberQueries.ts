/** API queries of the organization's members. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, unwrapData } from '@/api/queries';
import type { Role } from '@/lib/roleLabels';

export type Member = Schemas['Member'];

const PAGE_SIZE = 50;

export const membersQuery = apiPagesQuery('/api/members', { limit: PAGE_SIZE });

/** Refetches everything even after a failure, because roles also affect other pages. */
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

/** Ends a member's sessions in this organization. Returns their number. */
export const useRevokeMemberSessions = () =>
  useMemberMutation((id: string) =>
    unwrapData(apiClient.POST('/api/members/{id}/revoke-sessions', { params: { path: { id } } })),
  );

/** Leaves the organization, which ends the session. */
export const useLeaveOrganization = () =>
  useMutation({
    mutationFn: async (id: string) => {
      await unwrap(apiClient.DELETE('/api/members/{id}', { params: { path: { id } } }));
    },
  });
