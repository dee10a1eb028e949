/** API queries of the page of methods. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type FigureMethod = Schemas['FigureMethod'];
export type PastResult = Schemas['PastResult'];

export const methodsQuery = apiBodyQuery('/api/analytics/methods', {
  errorLog: 'Failed to fetch the methods',
});
