/** API queries of alert rules. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, invalidate, unwrapData } from '@/api/queries';

export type AlertRule = Schemas['AlertRule'];
export type AlertRuleInput = Schemas['AlertRuleInput'];

const RULES = '/api/alert-rules';
const PAGE_SIZE = 20;

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
}: AlertRule): AlertRuleInput {
  return {
    name,
    kind,
    severity,
    recipients,
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
