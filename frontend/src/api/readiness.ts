/** What anyone may ask of the server: whether it is ready, which version it is, and whether it has a demo. */
import { answer } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from './client';

export const readiness = queryOptions({
  queryKey: ['/health/ready'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/health/ready', { signal }))).data,
});
