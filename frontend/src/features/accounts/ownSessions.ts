/** One's own sessions and password, as the API has them. Apart from the other calls: only the account page needs them. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type OwnSession = Schemas['AccountSession'];

export const ownSessions = queryOptions({
  queryKey: ['/api/account/sessions'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/account/sessions', { signal }))).data,
});

/** A change after which the list of sessions is asked for again, also where it failed: somebody else may have made it. */
function useSessionChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: ownSessions.queryKey }),
  });
}

/** What is to end: one session, or every one but this; with the password where the server has asked for it. */
export interface SessionsToEnd {
  session?: OwnSession;
  password?: string;
}

/** Ends sessions elsewhere, and says so. */
export const useEndSessions = () =>
  useSessionChange(async ({ session, password }: SessionsToEnd): Promise<string> => {
    const body = { ...(password !== undefined && { password }) };
    if (!session) {
      return (await answer(sprout.POST('/api/account/sessions/end-others', { body }))).data.message;
    }
    const path = { id: session.id };
    await answer(sprout.DELETE('/api/account/sessions/{id}', { params: { path }, body }));
    return `${session.device} was signed out. It may go on for up to 2 seconds.`;
  });

/** Replaces the password. */
export const useChangePassword = () =>
  useSessionChange(
    async (body: Schemas['PasswordChange']) =>
      (await answer(sprout.POST('/api/account/password', { body }))).data,
  );
