/** API calls that send orders to suppliers. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

const DRAFTS = '/api/purchasing/drafts';
const PREVIEW = '/api/purchasing/drafts/{id}/email';

export type OrderEmail = Schemas['OrderEmail'];

export const orderEmailPreviewQuery = (id: string) => ({
  ...apiQuery(PREVIEW, { params: { path: { id } } }),
  staleTime: 0,
});

export function useSendOrder(id: string) {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Schemas['OrderEmailInput']) =>
      once(body, (header) =>
        unwrapData(
          apiClient.POST('/api/purchasing/drafts/{id}/send', { params: { path: { id }, header }, body }),
        ),
      ),
    // After a failure too: the address may have changed, or someone else may have sent it.
    onSettled: () => invalidate(queryClient, DRAFTS, PREVIEW),
  });
}

export function useSetSupplierContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['SupplierContactInput']) =>
      unwrap(apiClient.PUT('/api/purchasing/supplier-contacts', { body })),
    onSettled: () => invalidate(queryClient, PREVIEW),
  });
}
