/** What the self-check asks of the API. */
import { answer } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';

/** The server's readiness with the time it took to answer, in milliseconds; never taken from memory. */
export const selfCheck = queryOptions({
  queryKey: ['/health/ready', 'timed'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const asked = performance.now();
    const { data } = await answer(sprout.GET('/health/ready', { signal }));
    return { ...data, milliseconds: performance.now() - asked };
  },
});

/** The name of the organization whose figures are shown. */
export const signedInOrganization = queryOptions({
  queryKey: ['/api/account', 'organization'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/account', { signal }))).data.farmName,
});
