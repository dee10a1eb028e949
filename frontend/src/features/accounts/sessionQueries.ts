/**
 * API calls for the user's sessions and password. In a separate file, because only the account page needs
 * them.
 */
import { unwrap, type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';
import { t } from '@/messages/en/accounts';

export type AccountSession = Schemas['AccountSession'];

export const sessionsQuery = apiQuery('/api/account/sessions');

/**
 * Refetches the sessions after each change, even a failed one, because someone else may have changed them.
 */
function useSessionMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => invalidate(queryClient, '/api/account/sessions'),
  });
}

/** What to end: one session, or every session but this one. With the password if the server requires it. */
export interface SessionsToRevoke {
  session?: AccountSession;
  password?: string;
}

/** Ends other sessions and shows a confirmation. */
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

/** Changes the password. */
export const useChangePassword = () =>
  useSessionMutation((body: Schemas['PasswordChange']) =>
    unwrapData(apiClient.POST('/api/account/password', { body })),
  );
