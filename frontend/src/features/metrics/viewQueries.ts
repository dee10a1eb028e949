/** API queries of saved views. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

/** The newest views. */
export const viewsQuery = apiQuery('/api/views', { params: { query: { limit: 200 } } });

export function useSaveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ExploreViewInput']) => unwrapData(apiClient.POST('/api/views', { body })),
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
