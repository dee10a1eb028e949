/** API queries of the user's organizations, and switching between them. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';
import { switchSession } from '@/auth/session';
import { paths } from '@/lib/paths';

export type Organization = Schemas['OwnOrganization'];

const organizationsQuery = apiQuery('/api/organizations');

/** The user's organizations. */
export const useOrganizations = () => useQuery(organizationsQuery);

/** Switches the session to another organization. Every tab reloads, this one on the dashboard. */
export function useSwitchOrganization() {
  return useMutation({
    mutationFn: switchOrganization,
    onSuccess: ({ token }) => switchSession(token, paths.dashboard),
  });
}

/** Switches the session on the server. The caller stores the new token. */
export async function switchOrganization(id: string) {
  const moved = await unwrap(apiClient.POST('/api/organizations/{id}/switch', { params: { path: { id } } }));
  return moved.data;
}

/** Creates an organization and switches to it. */
export function useCreateOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['NewOrganization']) => {
      const made = await unwrap(apiClient.POST('/api/organizations', { body }));
      return switchOrganization(made.data.id);
    },
    onSuccess: ({ token }) => switchSession(token, paths.dashboard),
    // Creating may have succeeded even if switching failed.
    onError: () => invalidate(queryClient, '/api/organizations'),
  });
}

/** Changes the current organization. Refetches what shows its name, currency or time zone. */
export function useUpdateOrganization(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['OrganizationPatch']) =>
      unwrapData(apiClient.PATCH('/api/organizations/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
