/** What the page asks of the API about the organization's keys. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { useOnce } from '@/api/once';

export type ApiKey = Schemas['ApiKey'];

export const keyList = queryOptions({
  queryKey: ['/api/api-keys'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/api-keys', { signal }))).data,
});

/** A change after which the list is asked for again, also where it failed: somebody else may have made it. */
function useKeyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: keyList.queryKey }),
    // A token that was shown is not kept once it is out of sight.
    gcTime: 0,
  });
}

export function useMakeKey() {
  const once = useOnce();
  return useKeyChange((body: Schemas['NewApiKey']) =>
    once(
      body,
      async (header) => (await answer(sprout.POST('/api/api-keys', { params: { header }, body }))).data,
    ),
  );
}

/** Takes a key back, and gives it back. */
export const useRevokeKey = () =>
  useKeyChange(async (key: ApiKey) => {
    await answer(sprout.DELETE('/api/api-keys/{id}', { params: { path: { id: key.id } } }));
    return key;
  });
