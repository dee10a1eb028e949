/** API queries of alert rules, and of the channels that get their messages. */
import { unwrap, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiPagesQuery, apiQuery, invalidate, unwrapData } from '@/api/queries';

export type AlertRule = Schemas['AlertRule'];
export type AlertRuleInput = Schemas['AlertRuleInput'];
export type MessageChannel = Schemas['MessageChannel'];
export type MessageChannelInput = Schemas['MessageChannelInput'];

const RULES = '/api/alert-rules';
const CHANNELS = '/api/message-channels';
const PAGE_SIZE = 20;
/** Refetch interval of messages that wait, in milliseconds. */
const POLL_MS = 3_000;

/** The rules that the user may see, newest first. */
export const alertRulesQuery = apiPagesQuery(RULES, { limit: PAGE_SIZE });

/** What the server accepts of a rule. */
export function toInput({
  name,
  kind,
  query,
  condition,
  limit,
  severity,
  recipients,
  channels,
}: AlertRule): AlertRuleInput {
  return {
    name,
    kind,
    severity,
    recipients,
    channels,
    ...(query !== undefined && { query }),
    ...(condition !== undefined && { condition }),
    ...(limit !== undefined && { limit }),
  };
}

/** Creates a rule, or replaces the one with the ID. */
export function useSaveRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id?: string | undefined; body: AlertRuleInput }) =>
      id === undefined
        ? unwrapData(apiClient.POST(RULES, { body }))
        : unwrapData(apiClient.PUT('/api/alert-rules/{id}', { params: { path: { id } }, body })),
    onSuccess: () => invalidate(queryClient, RULES),
  });
}

export function useDeleteRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(apiClient.DELETE('/api/alert-rules/{id}', { params: { path: { id } } })),
    onSuccess: () => invalidate(queryClient, RULES),
  });
}

/** The alerts of the last two years, evaluated each week. */
export function usePreviewRule() {
  return useMutation({
    mutationFn: (body: AlertRuleInput) =>
      unwrapData(apiClient.POST('/api/alert-rules/preview', { params: { query: { step: 'week' } }, body })),
  });
}

/** The channels of the organization: an organization has at most a page of them. */
export const channelsQuery = queryOptions({
  ...apiQuery(CHANNELS, { params: { query: { limit: PAGE_SIZE } } }),
  refetchInterval: ({ state }) =>
    state.data?.items.some((channel) => channel.isPending && channel.lastError === undefined) === true &&
    POLL_MS,
});

export function useAddChannel() {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: MessageChannelInput) =>
      once(body, (header) => unwrapData(apiClient.POST(CHANNELS, { params: { header }, body }))),
    onSuccess: () => invalidate(queryClient, CHANNELS),
    // The URL is a secret: it is dropped from memory with the form.
    gcTime: 0,
  });
}

export function useRemoveChannel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(apiClient.DELETE('/api/message-channels/{id}', { params: { path: { id } } })),
    onSuccess: () => invalidate(queryClient, CHANNELS, RULES),
  });
}

export function useTestChannel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(apiClient.POST('/api/message-channels/{id}/test', { params: { path: { id } } })),
    onSuccess: () => invalidate(queryClient, CHANNELS, '/api/notifications'),
  });
}
