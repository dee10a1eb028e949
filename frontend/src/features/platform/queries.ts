/** API queries of the self-check. */
import { unwrap } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiKey, apiQuery } from '@/api/queries';

/** The server's readiness with its response time in milliseconds. Never cached. */
export const selfCheckQuery = queryOptions({
  queryKey: apiKey('/health/ready', { timed: true }),
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const asked = performance.now();
    const { data } = await unwrap(apiClient.GET('/health/ready', { signal }));
    return { ...data, milliseconds: performance.now() - asked };
  },
});

/** The name of the organization whose figures are shown. */
export const organizationNameQuery = queryOptions({
  ...apiQuery('/api/account'),
  select: ({ farmName }) => farmName,
});
