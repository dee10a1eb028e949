/** API queries of the methods page. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type FigureMethod = Schemas['FigureMethod'];
export type PastResult = Schemas['PastResult'];

export const methodsQuery = apiBodyQuery('/api/analytics/methods', {
  errorLog: 'Failed to fetch the methods',
});
