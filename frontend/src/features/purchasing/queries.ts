/** API queries of purchasing. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type Recommendation = Schemas['RecommendedItem'];
export type Meta = Schemas['Meta'];
export type UnlevelledRow = Schemas['ItemWithoutReorderPoint'];

export const purchasingSummaryQuery = apiBodyQuery('/api/purchasing/summary');

/** Maximum number of recommendations of one page. */
export const PAGE_ROWS = 200;

/** The most expensive recommendations: all of them, unless there is a next page. */
export const recommendationsQuery = apiBodyQuery('/api/purchasing/recommendations', {
  params: { query: { limit: PAGE_ROWS } },
});

/** Names a recommendation: an item at one location. */
export const recommendationKey = (row: Pick<Recommendation, 'itemId' | 'location'>): string =>
  `${row.itemId}\n${row.location}`;
