/** API queries of ordering: costs, acceptances, drafts. Loaded with the first of its sheets. */
import { unwrap, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiBodyQuery, apiPagesQuery, apiQuery, invalidate, unwrapData } from '@/api/queries';
import { downloadBlob } from '@/lib/download';

export type Draft = Schemas['DraftOrder'];
export type DraftState = Schemas['DraftState'];
export type Costs = Schemas['PurchasingCostsInput'];

const DRAFTS = '/api/purchasing/drafts';
const SETTINGS = '/api/purchasing/settings';
/** How often drafts are read while one waits to be sent. */
const QUEUED_REFETCH_MS = 5_000;

export const orderingCostsQuery = apiBodyQuery(SETTINGS);

/** Drafts in one state, newest first, paged. */
export const draftOrdersQuery = (state: DraftState) =>
  infiniteQueryOptions({
    ...apiPagesQuery(DRAFTS, { params: { query: { state } } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const drafts = data?.pages.flatMap((page) => page.items) ?? [];
      return drafts.some(({ email }) => email?.state === 'queued') ? QUEUED_REFETCH_MS : false;
    },
  });

/** The user's permissions, from the account. */
export const permissionsQuery = apiQuery('/api/account');

/** Refetches what changes when something is drafted, ordered, discarded or set. */
async function invalidateRecommendations(queryClient: QueryClient): Promise<void> {
  await invalidate(
    queryClient,
    '/api/purchasing/recommendations',
    '/api/purchasing/plan',
    DRAFTS,
    '/api/purchasing/drafts/{id}',
    '/api/purchasing/drafts/{id}/affected-customers',
  );
}

export function useCreateDrafts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['DraftAcceptance']) =>
      (
        await unwrapData(
          apiClient.POST(DRAFTS, { params: { header: { 'Idempotency-Key': body.requestId } }, body }),
        )
      ).items,
    // After a failure too: someone else may have been faster, or the stock may have changed.
    onSettled: () => invalidateRecommendations(queryClient),
  });
}

const DRAFT_ACTIONS = {
  approve: '/api/purchasing/drafts/{id}/approve',
  order: '/api/purchasing/drafts/{id}/order',
  discard: '/api/purchasing/drafts/{id}/discard',
} as const;

/** Approves, orders or discards a draft. */
export function useChangeDraft() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: keyof typeof DRAFT_ACTIONS }) =>
      unwrapData(apiClient.POST(DRAFT_ACTIONS[action], { params: { path: { id } } })),
    onSettled: () => invalidateRecommendations(queryClient),
  });
}

export function useSetCosts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Costs) => unwrap(apiClient.PUT(SETTINGS, { body })),
    onSuccess: async (set) => {
      queryClient.setQueryData(orderingCostsQuery.queryKey, set);
      await invalidateRecommendations(queryClient);
    },
  });
}

/** The media types of files with a draft. */
const FILE_TYPES = { csv: 'text/csv', pdf: 'application/pdf' } as const;

/** Saves a draft as a file. */
export function useDraftFile(id: string) {
  return useMutation({
    mutationFn: async (format: keyof typeof FILE_TYPES) => {
      const file = await unwrap(
        apiClient.GET('/api/purchasing/drafts/{id}', {
          params: { path: { id }, header: { Accept: FILE_TYPES[format] } },
          parseAs: 'blob',
        }),
      );
      downloadBlob(`purchase-order-${id}.${format}`, file as unknown as Blob);
    },
  });
}
