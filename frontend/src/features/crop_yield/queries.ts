/** What the crop yield forecast asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { logged } from '@/api/query';

export type YieldOverview = Schemas['YieldOverview'];
export type YieldForecast = Schemas['YieldForecast'];

export const cropYieldForecast = queryOptions({
  queryKey: ['/api/analytics/crop-yield-forecast'],
  queryFn: ({ signal }) =>
    logged(
      'Failed to fetch the crop yield forecast',
      answer(sprout.GET('/api/analytics/crop-yield-forecast', { signal })),
    ),
});
