/** Whether members have to use two-step sign-in, as the API has it. */
import { answer } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export const secondStep = queryOptions({
  queryKey: ['/api/second-step'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/second-step', { signal }))).data,
});

/** Says whether they have to, from now on. */
export function useSetSecondStep() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (required: boolean) =>
      (await answer(sprout.PUT('/api/second-step', { body: { required } }))).data,
    onSettled: () => cache.invalidateQueries(),
  });
}
