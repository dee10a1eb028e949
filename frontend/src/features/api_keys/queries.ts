/** API queries about the organization's keys. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

export type ApiKey = Schemas['ApiKey'];

export const apiKeysQuery = apiQuery('/api/api-keys');

/** A change after which the list is refetched, also where it failed: someone else may have made it. */
function useApiKeyMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => invalidate(queryClient, '/api/api-keys'),
    // A token that was shown is not kept once it is out of sight.
    gcTime: 0,
  });
}

export function useCreateApiKey() {
  const once = useIdempotencyKey();
  return useApiKeyMutation((body: Schemas['NewApiKey']) =>
    once(body, (header) => unwrapData(apiClient.POST('/api/api-keys', { params: { header }, body }))),
  );
}

/** Takes a key back, and gives it back. */
export const useRevokeApiKey = () =>
  useApiKeyMutation(async (key: ApiKey) => {
    await unwrap(apiClient.DELETE('/api/api-keys/{id}', { params: { path: { id: key.id } } }));
    return key;
  });
