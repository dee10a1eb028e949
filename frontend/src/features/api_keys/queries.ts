/** API queries about the organization's keys. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

export type ApiKey = Schemas['ApiKey'];

export const apiKeysQuery = apiQuery('/api/api-keys');

/** Refetches the list after each change, even a failed one, because someone else may have changed it. */
function useApiKeyMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => invalidate(queryClient, '/api/api-keys'),
    // A token is dropped from memory when it is no longer shown.
    gcTime: 0,
  });
}

export function useCreateApiKey() {
  const once = useIdempotencyKey();
  return useApiKeyMutation((body: Schemas['NewApiKey']) =>
    once(body, (header) => unwrapData(apiClient.POST('/api/api-keys', { params: { header }, body }))),
  );
}

/** Revokes a key and returns it. */
export const useRevokeApiKey = () =>
  useApiKeyMutation(async (key: ApiKey) => {
    await unwrap(apiClient.DELETE('/api/api-keys/{id}', { params: { path: { id: key.id } } }));
    return key;
  });
