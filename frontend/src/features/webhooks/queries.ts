/** API queries about webhooks and their deliveries. */
import { unwrap, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiPagesQuery, invalidate, unwrapData } from '@/api/queries';

export type Webhook = Schemas['Webhook'];
export type WebhookInput = Schemas['WebhookInput'];
export type WebhookEventType = Schemas['WebhookEventType'];
export type WebhookDelivery = Schemas['WebhookDelivery'];

/** Refetch interval of deliveries that wait, in milliseconds. */
const POLL_MS = 3_000;

export const webhooksQuery = apiPagesQuery('/api/webhooks');

/** The deliveries of a webhook, newest first. Refetched while one is due soon. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    ...apiPagesQuery('/api/webhooks/{id}/deliveries', { limit: 10, params: { path: { id } } }),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some((delivery) => delivery.state === 'pending') === true && POLL_MS,
  });

/** The settings of a webhook, to send back with a change. */
export const settingsOf = (webhook: Webhook): WebhookInput => ({
  name: webhook.name,
  url: webhook.url,
  eventTypes: webhook.eventTypes,
  isOrdered: webhook.isOrdered,
  isEnabled: webhook.state === 'enabled',
});

/** Refetches webhooks and deliveries after each change, even a failed one. */
function useWebhookMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => invalidate(queryClient, '/api/webhooks', '/api/webhooks/{id}/deliveries'),
    // A secret is dropped from memory when it is no longer shown.
    gcTime: 0,
  });
}

export function useCreateWebhook() {
  const once = useIdempotencyKey();
  return useWebhookMutation((body: WebhookInput) =>
    once(body, (header) => unwrapData(apiClient.POST('/api/webhooks', { params: { header }, body }))),
  );
}

export const useReplaceWebhook = (id: string) =>
  useWebhookMutation((body: WebhookInput) =>
    unwrapData(apiClient.PUT('/api/webhooks/{id}', { params: { path: { id } }, body })),
  );

/** Deletes a webhook and returns it. */
export const useDeleteWebhook = () =>
  useWebhookMutation(async (webhook: Webhook) => {
    await unwrap(apiClient.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } }));
    return webhook;
  });

export function useRotateSecret(id: string) {
  const once = useIdempotencyKey();
  return useWebhookMutation(() =>
    once(id, (header) =>
      unwrapData(apiClient.POST('/api/webhooks/{id}/rotate-secret', { params: { path: { id }, header } })),
    ),
  );
}

export const useTestWebhook = (id: string) =>
  useWebhookMutation(() =>
    unwrapData(apiClient.POST('/api/webhooks/{id}/test', { params: { path: { id } } })),
  );

export const useReplayDelivery = (id: string) =>
  useWebhookMutation((deliveryId: string) =>
    unwrapData(
      apiClient.POST('/api/webhooks/{id}/deliveries/{delivery}/replay', {
        params: { path: { id, delivery: deliveryId } },
      }),
    ),
  );
