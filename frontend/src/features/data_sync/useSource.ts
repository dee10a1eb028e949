/** API calls that test a source, connect it, and set its column names. */
import { unwrap } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { invalidate, unwrapData } from '@/api/queries';
import { SUGGESTIONS_KEY, type MappedTableInput, type SourceInput } from './queries';

/** Tests whether the source can be read, and keeps what the test suggests. Saves nothing. */
export function useTestSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SourceInput) => unwrapData(apiClient.POST('/api/data-sync/source/test', { body })),
    onSuccess: ({ proposals }) => queryClient.setQueryData(SUGGESTIONS_KEY, proposals),
  });
}

/** Saves it as the organization's source. */
export function useConnectSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SourceInput) => unwrap(apiClient.PUT('/api/data-sync/source', { body })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Sets the source names of one table's columns. */
export function useSetMapping() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (table: MappedTableInput) =>
      unwrap(apiClient.PUT('/api/data-sync/mapping', { body: { tables: [table] } })),
    onSuccess: () => invalidate(queryClient, '/api/data-sync/mapping'),
  });
}
