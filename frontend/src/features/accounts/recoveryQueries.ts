/** API calls of the pages that emails link to, and of the page that requests such an email. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { invalidate, unwrapData } from '@/api/queries';

/** Requests an email with a password reset link. */
export const useRequestPasswordReset = () =>
  useMutation({
    mutationFn: (email: string) =>
      unwrapData(apiClient.POST('/api/auth/password-reset', { body: { email } })),
  });

/** Sets a new password with the token of such a link. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: Schemas['PasswordReset']) =>
      unwrapData(apiClient.POST('/api/auth/password-reset/confirm', { body })),
  });

/** Confirms the email address that a link was sent to. */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => unwrapData(apiClient.POST('/api/auth/verify-email', { body: { token } })),
    onSuccess: () => invalidate(queryClient, '/api/account'),
  });
}

/** Resends the confirmation link to the user's address. */
export const useResendVerification = () =>
  useMutation({
    mutationFn: () => unwrapData(apiClient.POST('/api/account/email-verification')),
  });
