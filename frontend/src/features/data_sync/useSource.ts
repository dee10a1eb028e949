/** Tests a folder as a source, and connects it. */
import { answer } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

const folder = (path: string) => ({ kind: 'files', path });

/** Looks whether the folder can be read; nothing is stored. */
export function useTestSource() {
  return useMutation({
    mutationFn: async (path: string) =>
      (await answer(sprout.POST('/api/data-sync/source/test', { body: folder(path) }))).data,
  });
}

/** Makes the folder the organization's source. */
export function useConnectSource() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => answer(sprout.PUT('/api/data-sync/source', { body: folder(path) })),
    onSuccess: () => cache.invalidateQueries(),
  });
}
