/** Queries of the user's preferences. Changes apply immediately. */
import { type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, fetchData, unwrapData } from '@/api/queries';
import { applyPreferences } from '@/lib/applyPreferences';

export const preferencesQuery = queryOptions({
  ...apiQuery('/api/account/preferences'),
  queryFn: async ({ signal }) => {
    const preferences = await fetchData('/api/account/preferences', {}, signal);
    applyPreferences(preferences);
    return preferences;
  },
});

export function useUpdatePreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['PreferencesPatch']) =>
      unwrapData(apiClient.PATCH('/api/account/preferences', { body })),
    onSuccess: (changed) => {
      queryClient.setQueryData(preferencesQuery.queryKey, changed);
      applyPreferences(changed);
    },
  });
}
