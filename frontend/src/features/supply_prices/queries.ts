/** What the supply price index asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { logged } from '@/api/query';

export type PriceIndexOverview = Schemas['PriceIndexOverview'];
export type PriceCategory = Schemas['PriceCategory'];

export const supplyPriceIndex = queryOptions({
  queryKey: ['/api/analytics/supply-price-index'],
  queryFn: ({ signal }) =>
    logged(
      'Failed to fetch the supply price index',
      answer(sprout.GET('/api/analytics/supply-price-index', { signal })),
    ),
});
