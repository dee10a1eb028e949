/** API queries of the organization's MFA policy. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';

export const mfaPolicyQuery = (organizationId: string) =>
  apiQuery('/api/organizations/{id}/mfa-policy', { params: { path: { id: organizationId } } });

/** Changes whether MFA is required. */
export function useSetMfaPolicy(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (required: boolean) =>
      unwrapData(
        apiClient.PUT('/api/organizations/{id}/mfa-policy', {
          params: { path: { id: organizationId } },
          body: { required },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries(),
  });
}
