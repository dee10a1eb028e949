/** API calls with which suppliers answer orders. */
import type { Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiKey, unwrapData } from '@/api/queries';

const OPEN = '/api/order-acknowledgments/open';

export type LinkedOrder = Schemas['LinkedOrder'];

/** The order of a link. */
export const linkedOrderQuery = (token: string) =>
  queryOptions({
    queryKey: apiKey(OPEN, { token }),
    queryFn: ({ signal }) => unwrapData(apiClient.POST(OPEN, { body: { token }, signal })),
    staleTime: Infinity,
  });

export function useAcknowledgeOrder(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: Omit<Schemas['OrderAcknowledgment'], 'token'>) =>
      unwrapData(apiClient.POST('/api/order-acknowledgments', { body: { token, ...answer } })),
    onSuccess: (order) => queryClient.setQueryData(linkedOrderQuery(token).queryKey, order),
  });
}
