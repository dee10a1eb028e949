/** What accounts ask of the API. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { beginSession } from '@/auth/session';

export const account = queryOptions({
  queryKey: ['/api/account'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/account', { signal }))).data,
});

/** Who is signed in. */
export const useAccount = () => useQuery(account);

/** Opens a session with e-mail and password. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (body: Schemas['Login']) =>
      (await answer(sprout.POST('/api/auth/login', { body }))).data,
    onSuccess: (session) => beginSession(session.token),
  });
}

/** Creates an organization with its owner and opens a session. */
export function useRegister() {
  return useMutation({
    mutationFn: async (body: Schemas['Register']) =>
      (await answer(sprout.POST('/api/auth/register', { body }))).data,
    onSuccess: (session) => beginSession(session.token),
  });
}

/** Changes the person's own name. */
export function useRename() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => (await answer(sprout.PATCH('/api/account', { body: { name } }))).data,
    onSuccess: (changed) => cache.setQueryData(account.queryKey, changed),
  });
}
