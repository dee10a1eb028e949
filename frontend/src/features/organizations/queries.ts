/** What organizations ask of the API: those of the person, and moving between them. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { moveSession } from '@/auth/session';
import { paths } from '@/lib/paths';

export type Organization = Schemas['OwnOrganization'];

export const organizations = queryOptions({
  queryKey: ['/api/organizations'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/organizations', { signal }))).data,
});

/** Where the person belongs. */
export const useOrganizations = () => useQuery(organizations);

/** Moves the session to another organization; every tab starts over there, this one on the dashboard. */
export function useSwitch() {
  return useMutation({
    mutationFn: switchTo,
    onSuccess: ({ token }) => moveSession(token, paths.dashboard),
  });
}

/** Moves the session on the server; its new token is the caller’s to use. */
export async function switchTo(id: string) {
  const moved = await answer(sprout.POST('/api/organizations/{id}/switch', { params: { path: { id } } }));
  return moved.data;
}

/** Makes an organization, and moves there. */
export function useNewOrganization() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['NewOrganization']) => {
      const made = await answer(sprout.POST('/api/organizations', { body }));
      return switchTo(made.data.id);
    },
    onSuccess: ({ token }) => moveSession(token, paths.dashboard),
    // It may have been made and not been entered.
    onError: () => cache.invalidateQueries({ queryKey: organizations.queryKey }),
  });
}

/** Changes the organization that is worked in; what shows its name, currency or clock is asked for again. */
export function useChangeOrganization(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['OrganizationPatch']) =>
      (await answer(sprout.PATCH('/api/organizations/{id}', { params: { path: { id } }, body }))).data,
    onSuccess: () => cache.invalidateQueries(),
  });
}
