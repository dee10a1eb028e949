/** The user’s own sessions and password, through the API. Apart from the other calls: only the account page needs them. */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';
import { t } from '@/messages/en/accounts';

export type AccountSession = Schemas['AccountSession'];

export const sessionsQuery = apiQuery('/api/account/sessions');

/** A change after which the list of sessions is refetched, also where it failed: someone else may have made it. */
function useSessionMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => invalidate(queryClient, '/api/account/sessions'),
  });
}

/** What is to end: one session, or every one but this; with the password where the server has asked for it. */
export interface SessionsToRevoke {
  session?: AccountSession;
  password?: string;
}

/** Ends sessions elsewhere, and says so. */
export const useRevokeSessions = () =>
  useSessionMutation(async ({ session, password }: SessionsToRevoke): Promise<string> => {
    const body = { ...(password !== undefined && { password }) };
    if (!session) {
      return (await unwrapData(apiClient.POST('/api/account/sessions/revoke-others', { body }))).message;
    }
    const path = { id: session.id };
    await unwrap(apiClient.DELETE('/api/account/sessions/{id}', { params: { path }, body }));
    return t('wasSignedOut', { device: session.device });
  });

/** Replaces the password. */
export const useChangePassword = () =>
  useSessionMutation((body: Schemas['PasswordChange']) =>
    unwrapData(apiClient.POST('/api/account/password', { body })),
  );
