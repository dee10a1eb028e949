/** Whether members have to use MFA, through the API. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';

export const mfaPolicyQuery = apiQuery('/api/second-step');

/** Says whether they have to, from now on. */
export function useSetMfaPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (required: boolean) => unwrapData(apiClient.PUT('/api/second-step', { body: { required } })),
    onSettled: () => queryClient.invalidateQueries(),
  });
}
