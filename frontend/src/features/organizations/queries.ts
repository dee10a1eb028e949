/** API queries of organizations: those of the person, and moving between them. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';
import { switchSession } from '@/auth/session';
import { paths } from '@/lib/paths';

export type Organization = Schemas['OwnOrganization'];

const organizationsQuery = apiQuery('/api/organizations');

/** Where the person belongs. */
export const useOrganizations = () => useQuery(organizationsQuery);

/** Moves the session to another organization; every tab starts over there, this one on the dashboard. */
export function useSwitchOrganization() {
  return useMutation({
    mutationFn: switchOrganization,
    onSuccess: ({ token }) => switchSession(token, paths.dashboard),
  });
}

/** Moves the session on the server; its new token is the caller’s to use. */
export async function switchOrganization(id: string) {
  const moved = await unwrap(apiClient.POST('/api/organizations/{id}/switch', { params: { path: { id } } }));
  return moved.data;
}

/** Makes an organization, and moves there. */
export function useCreateOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['NewOrganization']) => {
      const made = await unwrap(apiClient.POST('/api/organizations', { body }));
      return switchOrganization(made.data.id);
    },
    onSuccess: ({ token }) => switchSession(token, paths.dashboard),
    // It may have been made and not been entered.
    onError: () => invalidate(queryClient, '/api/organizations'),
  });
}

/** Changes the organization that is worked in; what shows its name, currency or clock is refetched. */
export function useUpdateOrganization(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['OrganizationPatch']) =>
      unwrapData(apiClient.PATCH('/api/organizations/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
