/** API queries of accounts. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, unwrapData } from '@/api/queries';
import { beginSession } from '@/auth/session';

export const accountQuery = apiQuery('/api/account');

/** Who is signed in. */
export const useAccount = () => useQuery(accountQuery);

/** Opens a session with email and password. */
export function useSignIn() {
  return useMutation({
    mutationFn: (body: Schemas['LoginRequest']) => unwrapData(apiClient.POST('/api/auth/login', { body })),
    onSuccess: (session) => beginSession(session.token),
  });
}

/** Creates an organization with its owner and opens a session. */
export function useRegister() {
  return useMutation({
    mutationFn: (body: Schemas['RegistrationRequest']) =>
      unwrapData(apiClient.POST('/api/auth/register', { body })),
    onSuccess: (session) => beginSession(session.token),
  });
}

/** Changes the user’s own name. */
export function useRenameAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => unwrapData(apiClient.PATCH('/api/account', { body: { name } })),
    onSuccess: (changed) => queryClient.setQueryData(accountQuery.queryKey, changed),
  });
}
