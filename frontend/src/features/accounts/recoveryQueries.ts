/** What the pages ask that emails lead to, and the one that asks for an email. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { invalidate, unwrapData } from '@/api/queries';

/** Asks for an email with a link to a new password. */
export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (email: string) =>
      unwrapData(apiClient.POST('/api/auth/password-reset', { body: { email } })),
  });

/** Chooses a new password by the token of such a link. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: Schemas['PasswordReset']) =>
      unwrapData(apiClient.POST('/api/auth/password-reset/confirm', { body })),
  });

/** Confirms the address that a link was sent to. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => unwrapData(apiClient.POST('/api/auth/verify-email', { body: { token } })),
    onSuccess: () => invalidate(queryClient, '/api/account'),
  });
}

/** Sends the link to one's own address again. */
export const useResendVerification = () =>
  useMutation({
    mutationFn: () => unwrapData(apiClient.POST('/api/account/email-verification')),
  });
