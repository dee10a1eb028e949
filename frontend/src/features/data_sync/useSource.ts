/** Tests a source, connects it, and says what its columns are called. */
import { answer } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import type { MappedTableInput, SourceInput } from './queries';

/** Looks whether the source can be read; nothing is stored. */
export function useTestSource() {
  return useMutation({
    mutationFn: async (body: SourceInput) =>
      (await answer(sprout.POST('/api/data-sync/source/test', { body }))).data,
  });
}

/** Makes it the organization's source. */
export function useConnectSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SourceInput) => answer(sprout.PUT('/api/data-sync/source', { body })),
    onSuccess: () => cache.invalidateQueries(),
  });
}

/** Sets the names of one table's columns at the source. */
export function useNameColumns() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (table: MappedTableInput) =>
      answer(sprout.PUT('/api/data-sync/mapping', { body: { tables: [table] } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['/api/data-sync/mapping'] }),
  });
}
