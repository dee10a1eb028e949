/** Changes the user's preferences. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { unwrapData } from '@/api/queries';
import { accountQuery } from './queries';

/** The account's preferences apply as soon as they are there. */
export function useUpdatePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['PreferencesPatch']) =>
      unwrapData(apiClient.PATCH('/api/account/preferences', { body })),
    onSuccess: (preferences) =>
      queryClient.setQueryData(accountQuery.queryKey, (account) => account && { ...account, preferences }),
  });
}
