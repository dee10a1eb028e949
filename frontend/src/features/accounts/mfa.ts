/** Two-step sign-in, as the API has it. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export const mfa = queryOptions({
  queryKey: ['/api/account/mfa'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/account/mfa', { signal }))).data,
});

/** Gives a secret for an authenticator app. */
export const useBeginMfa = () =>
  useMutation({
    mutationFn: async (password: string) =>
      (await answer(sprout.POST('/api/account/mfa', { body: { password } }))).data,
  });

/** Turns it on by a code of that app, and gives the recovery codes. */
export const useConfirmMfa = () =>
  useMutation({
    mutationFn: async (otp: string) =>
      (await answer(sprout.POST('/api/account/mfa/confirm', { body: { otp } }))).data,
  });

/** Turns it off. */
export function useEndMfa() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['MfaEnd']) => {
      await answer(sprout.DELETE('/api/account/mfa', { body }));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: mfa.queryKey }),
  });
}
