/** What the pages ask that letters lead to, and the one that asks for a letter. */
import { answer, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { account } from './queries';

/** Asks for a letter with a link to a new password. */
export const useAskForReset = () =>
  useMutation({
    mutationFn: async (email: string) =>
      (await answer(sprout.POST('/api/auth/password-reset', { body: { email } }))).data,
  });

/** Chooses a new password by the token of such a link. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: async (body: Schemas['PasswordReset']) =>
      (await answer(sprout.POST('/api/auth/password-reset/confirm', { body }))).data,
  });

/** Confirms the address that a link was sent to. */
export function useVerifyEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (token: string) =>
      (await answer(sprout.POST('/api/auth/verify-email', { body: { token } }))).data,
    onSuccess: () => cache.invalidateQueries({ queryKey: account.queryKey }),
  });
}

/** Sends the link to one's own address again. */
export const useSendVerification = () =>
  useMutation({
    mutationFn: async () => (await answer(sprout.POST('/api/account/email-verification'))).data,
  });
