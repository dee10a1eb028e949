/** How figures and times are written for the person: asked for, changed, and counted from then on. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { prefer } from '@/lib/prefer';

export const ownPreferences = queryOptions({
  queryKey: ['/api/account/preferences'],
  queryFn: async ({ signal }) => {
    const { data } = await answer(sprout.GET('/api/account/preferences', { signal }));
    prefer(data);
    return data;
  },
});

export function useChangePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['PreferencesPatch']) =>
      (await answer(sprout.PATCH('/api/account/preferences', { body }))).data,
    onSuccess: (changed) => {
      cache.setQueryData(ownPreferences.queryKey, changed);
      prefer(changed);
    },
  });
}
