/** Tests a source, connects it, and says what its columns are called. */
import { unwrap } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { invalidate, unwrapData } from '@/api/queries';
import type { MappedTableInput, SourceInput } from './queries';

/** Looks whether the source can be read; nothing is stored. */
export function useTestSource() {
  return useMutation({
    mutationFn: (body: SourceInput) => unwrapData(apiClient.POST('/api/data-sync/source/test', { body })),
  });
}

/** Makes it the organization's source. */
export function useConnectSource() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SourceInput) => unwrap(apiClient.PUT('/api/data-sync/source', { body })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Sets the names of one table's columns at the source. */
export function useSetColumnNames() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (table: MappedTableInput) =>
      unwrap(apiClient.PUT('/api/data-sync/mapping', { body: { tables: [table] } })),
    onSuccess: () => invalidate(queryClient, '/api/data-sync/mapping'),
  });
}
