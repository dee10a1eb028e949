/** API calls for MFA. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

export const mfaStatusQuery = apiQuery('/api/account/mfa');

/** Creates a secret for an authenticator app. */
export const useEnrollMfa = () =>
  useMutation({
    mutationFn: (password: string) => unwrapData(apiClient.POST('/api/account/mfa', { body: { password } })),
  });

/** Enables MFA with a code of that app. Returns the recovery codes. */
export const useConfirmMfa = () =>
  useMutation({
    mutationFn: (otp: string) => unwrapData(apiClient.POST('/api/account/mfa/confirm', { body: { otp } })),
  });

/** Disables MFA. */
export function useDisableMfa() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['MfaDisableRequest']) => {
      await unwrap(apiClient.DELETE('/api/account/mfa', { body }));
    },
    onSuccess: () => invalidate(queryClient, '/api/account/mfa'),
  });
}
