/** API calls of links to views. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiKey, apiPagesQuery, invalidate, unwrapData } from '@/api/queries';
import { translateAnswer } from './queries';

const LINKS = '/api/shared-views';
const OPEN = '/api/shared-views/open';
const PAGE_SIZE = 50;

export type SharedView = Schemas['SharedView'];
type NewSharedView = Schemas['NewSharedView'];

export const sharedViewsQuery = apiPagesQuery(LINKS, { limit: PAGE_SIZE });

export function useShareView() {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: NewSharedView) =>
      once(body, (header) => unwrapData(apiClient.POST(LINKS, { params: { header }, body }))),
    onSuccess: () => invalidate(queryClient, LINKS),
  });
}

export function useRevokeSharedView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(apiClient.DELETE('/api/shared-views/{id}', { params: { path: { id } } })),
    onSettled: () => invalidate(queryClient, LINKS),
  });
}

/** What a link shows, with `meta`. Each read counts as a use, so it is not repeated on its own. */
export const sharedViewQuery = (token: string) =>
  queryOptions({
    queryKey: apiKey(OPEN, { token }),
    queryFn: ({ signal }) => unwrap(apiClient.POST(OPEN, { body: { token }, signal })),
    select: (body) => ({ ...body, data: { ...body.data, answer: translateAnswer(body.data.answer) } }),
    staleTime: Infinity,
  });
