/** What the page of methods asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { logged } from '@/api/query';

export type FigureMethod = Schemas['FigureMethod'];
export type PastResult = Schemas['PastResult'];

export const methods = queryOptions({
  queryKey: ['/api/analytics/methods'],
  queryFn: ({ signal }) =>
    logged('Failed to fetch the methods', answer(sprout.GET('/api/analytics/methods', { signal }))),
});
