/** What purchasing asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Recommendation = Schemas['RecommendedItem'];
export type UnlevelledRow = Schemas['UnlevelledRow'];

export const purchasingSummary = queryOptions({
  queryKey: ['/api/purchasing/summary'],
  queryFn: ({ signal }) => answer(sprout.GET('/api/purchasing/summary', { signal })),
});

export const purchaseRecommendations = queryOptions({
  queryKey: ['/api/purchasing/recommendations'],
  queryFn: ({ signal }) => answer(sprout.GET('/api/purchasing/recommendations', { signal })),
});
