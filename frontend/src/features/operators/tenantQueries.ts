/** API queries of organizations, and operator actions on them. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, apiQuery, invalidate, unwrapData } from '@/api/queries';

export type Tenant = Schemas['Tenant'];
type Limits = Schemas['TenantLimitsChange'];

const PAGE_SIZE = 50;

/** Organizations whose name contains `named`, newest first. */
export const tenantsQuery = (named: string) =>
  apiPagesQuery('/api/admin/tenants', {
    limit: PAGE_SIZE,
    params: { query: { ...(named && { q: named }) } },
  });

export const tenantQuery = (id: string) => apiQuery('/api/admin/tenants/{id}', { params: { path: { id } } });

/** Refetches all organizations even after a failure, because another operator may have changed them. */
function useTenantMutation<Input>(decide: (input: Input) => Promise<Tenant>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () => invalidate(queryClient, '/api/admin/tenants', '/api/admin/tenants/{id}'),
  });
}

/** Suspends or reinstates an organization. */
export const useSetSuspension = (id: string, decision: 'suspend' | 'resume') =>
  useTenantMutation(async (reason: string) => {
    const params = { path: { id } };
    const decided =
      decision === 'suspend'
        ? apiClient.POST('/api/admin/tenants/{id}/suspend', { params, body: { reason } })
        : apiClient.POST('/api/admin/tenants/{id}/resume', { params, body: { reason } });
    return unwrapData(decided);
  });

export const useSetLimits = (id: string) =>
  useTenantMutation((body: Limits) =>
    unwrapData(apiClient.PUT('/api/admin/tenants/{id}/limits', { params: { path: { id } }, body })),
  );
