/** API queries of saved views. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

export type ViewPage = Schemas['ViewPage'];
export type SavedView = Schemas['SavedView'];

/** The newest views of a page. */
export const viewsQuery = (page: ViewPage) =>
  apiQuery('/api/views', { params: { query: { page, limit: 200 } } });

/** The views that the user has pinned. */
export const pinnedViewsQuery = apiQuery('/api/views', { params: { query: { pinned: true } } });

/** Pins a view to the dashboard, or removes it there. */
export function usePinView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, pinned }: { id: string; pinned: boolean }) => {
      const params = { path: { id } };
      await (pinned
        ? unwrap(apiClient.PUT('/api/views/{id}/pin', { params }))
        : unwrap(apiClient.DELETE('/api/views/{id}/pin', { params })));
    },
    onSuccess: () => invalidate(queryClient, '/api/views'),
  });
}

/** Saves a new view, or replaces the one with the ID. */
export function useSaveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: Schemas['SavedViewInput'] }) =>
      id === undefined
        ? unwrapData(apiClient.POST('/api/views', { body }))
        : unwrapData(apiClient.PUT('/api/views/{id}', { params: { path: { id } }, body })),
    onSuccess: () => invalidate(queryClient, '/api/views'),
  });
}

export function useDeleteView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(apiClient.DELETE('/api/views/{id}', { params: { path: { id } } })),
    onSuccess: () => invalidate(queryClient, '/api/views'),
  });
}
