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

/** Ends one session, and gives it back. */
export const useEndSession = () =>
  useSessionChange(async (session: OwnSession) => {
    await answer(sprout.DELETE('/api/account/sessions/{id}', { params: { path: { id: session.id } } }));
    return session;
  });

/** Ends every session but this one. */
export const useEndOtherSessions = () =>
  useSessionChange(async () => (await answer(sprout.POST('/api/account/sessions/end-others'))).data);

/** Replaces the password. */
export const useChangePassword = () =>
  useSessionChange(
    async (body: Schemas['PasswordChange']) =>
      (await answer(sprout.POST('/api/account/password', { body }))).data,
  );
