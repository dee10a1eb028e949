/** API queries of the call list. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, apiQuery, invalidate, unwrapData } from '@/api/queries';

export type CallItem = Schemas['CallItem'];
export type CallEffect = Schemas['CallEffect'];
export type CallOutcome = Schemas['CallOutcome'];

const LIST = '/api/call-list';
const PAGE_SIZE = 20;

/** The growers of one salesperson; all that the user may see without one. */
export const callListQuery = (salesperson: string) =>
  apiPagesQuery(LIST, {
    limit: PAGE_SIZE,
    ...(salesperson !== '' && { params: { query: { salesperson } } }),
  });

/** The user's permissions, from the account. */
export const permissionsQuery = apiQuery('/api/account');

export function useSetCallOutcome() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, outcome, note }: { id: string; outcome: CallOutcome; note: string }) =>
      unwrapData(
        apiClient.PUT('/api/call-list/{id}/outcome', {
          params: { path: { id } },
          body: { outcome, ...(note !== '' && { note }) },
        }),
      ),
    onSuccess: () => invalidate(queryClient, LIST),
  });
}

export function useSetHeldBackPercent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (heldBackPercent: number) =>
      unwrapData(apiClient.PUT('/api/call-list/settings', { body: { heldBackPercent } })),
    onSuccess: () => invalidate(queryClient, LIST),
  });
}
