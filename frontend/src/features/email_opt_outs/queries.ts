/** API calls of subscriptions to emails. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

export type EmailOptOut = Schemas['EmailOptOut'];
export type EmailTopicKind = Schemas['EmailTopicKind'];

const OPT_OUTS = '/api/email-opt-outs';

/** The topics about which the user gets no emails. */
export const emailOptOutsQuery = apiQuery(OPT_OUTS);

/** Ends the subscription of a link. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) => unwrapData(apiClient.POST(OPT_OUTS, { body: { token } })),
  });

/** Turns the emails about a topic on again. */
export function useSubscribeAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(apiClient.DELETE('/api/email-opt-outs/{id}', { params: { path: { id } } })),
    onSuccess: () => invalidate(queryClient, OPT_OUTS),
  });
}
