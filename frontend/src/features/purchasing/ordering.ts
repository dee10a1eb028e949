/** What ordering asks of the API: costs, acceptances, drafts. Comes with the first of its sheets. */
import { answer, type Schemas } from '@sprout/client';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { downloadText } from '@/lib/download';
import { purchaseRecommendations } from './queries';

export type Draft = Schemas['DraftOrder'];
export type DraftState = Schemas['DraftState'];
export type Costs = Schemas['PurchasingCostsInput'];

const DRAFTS = '/api/purchasing/drafts';
const SETTINGS = '/api/purchasing/settings';

export const orderingCosts = queryOptions({
  queryKey: [SETTINGS],
  queryFn: ({ signal }) => answer(sprout.GET(SETTINGS, { signal })),
});

/** Drafts of one state, page by page, the newest first. */
export const draftOrders = (state: DraftState) =>
  infiniteQueryOptions({
    queryKey: [DRAFTS, state],
    queryFn: async ({ signal, pageParam }) => {
      const query = { state, ...(pageParam !== '' && { cursor: pageParam }) };
      return (await answer(sprout.GET(DRAFTS, { params: { query }, signal }))).data;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

/** The person's permissions, as the account tells them. */
export const permissions = queryOptions({
  queryKey: ['/api/account'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/account', { signal }))).data,
});

/** What was drafted, ordered, discarded or set changes what is recommended. */
async function reckonAnew(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: purchaseRecommendations.queryKey }),
    cache.invalidateQueries({ queryKey: [DRAFTS] }),
  ]);
}

export function useAccept() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['DraftAcceptance']) =>
      (await answer(sprout.POST(DRAFTS, { params: { header: { 'Idempotency-Key': body.requestId } }, body })))
        .data.items,
    // After a refusal too: somebody else was first, or the stock has changed.
    onSettled: () => reckonAnew(cache),
  });
}

export function useCloseDraft() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: string; action: 'order' | 'discard' }) => {
      const params = { path: { id } };
      const call =
        action === 'order'
          ? sprout.POST('/api/purchasing/drafts/{id}/order', { params })
          : sprout.POST('/api/purchasing/drafts/{id}/discard', { params });
      return (await answer(call)).data;
    },
    onSettled: () => reckonAnew(cache),
  });
}

export function useSetCosts() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Costs) => answer(sprout.PUT(SETTINGS, { body })),
    onSuccess: async (set) => {
      cache.setQueryData(orderingCosts.queryKey, set);
      await reckonAnew(cache);
    },
  });
}

/** Saves a draft as a file. */
export function useDraftFile(id: string) {
  return useMutation({
    mutationFn: async () => {
      const { data } = await sprout.GET('/api/purchasing/drafts/{id}', {
        params: { path: { id }, header: { Accept: 'text/csv' } },
        parseAs: 'text',
      });
      downloadText(`purchase-order-${id}.csv`, 'text/csv', String(data));
    },
  });
}
