/** What the page asks of the API about organizations, and what an operator decides about one. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Tenant = Schemas['Tenant'];
export type Limits = Schemas['NewLimits'];

const PAGE = 50;
const TENANTS = '/api/admin/tenants';

/** Organizations whose name has `named` in it, the newest first. */
export const tenantList = (named: string) =>
  infiniteQueryOptions({
    queryKey: [TENANTS, 'list', named],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) =>
      (
        await answer(
          sprout.GET(TENANTS, {
            params: {
              query: { limit: PAGE, ...(named && { q: named }), ...(pageParam && { cursor: pageParam }) },
            },
            signal,
          }),
        )
      ).data,
    getNextPageParam: (page) => page.nextCursor,
  });

export const tenantDetail = (id: string) =>
  queryOptions({
    queryKey: [TENANTS, id],
    queryFn: async ({ signal }) =>
      (await answer(sprout.GET('/api/admin/tenants/{id}', { params: { path: { id } }, signal }))).data,
  });

/** A decision after which every organization is asked for again, also where it failed: another operator may have decided. */
function useDecision<Input>(decide: (input: Input) => Promise<Tenant>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () => cache.invalidateQueries({ queryKey: [TENANTS] }),
  });
}

/** Suspends an organization, or lets it work again. */
export const useStanding = (id: string, decision: 'suspend' | 'resume') =>
  useDecision(async (reason: string) => {
    const params = { path: { id } };
    const decided =
      decision === 'suspend'
        ? sprout.POST('/api/admin/tenants/{id}/suspend', { params, body: { reason } })
        : sprout.POST('/api/admin/tenants/{id}/resume', { params, body: { reason } });
    return (await answer(decided)).data;
  });

export const useLimits = (id: string) =>
  useDecision(
    async (body: Limits) =>
      (await answer(sprout.PUT('/api/admin/tenants/{id}/limits', { params: { path: { id } }, body }))).data,
  );
