/** API queries of purchasing. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type Recommendation = Schemas['RecommendedItem'];
export type Meta = Schemas['Meta'];
export type UnlevelledRow = Schemas['ItemWithoutReorderPoint'];

export const purchasingSummaryQuery = apiBodyQuery('/api/purchasing/summary');

export const recommendationsQuery = apiBodyQuery('/api/purchasing/recommendations');

/** Names a recommendation: an item at one location. */
export const recommendationKey = (row: Pick<Recommendation, 'itemId' | 'location'>): string =>
  `${row.itemId}\n${row.location}`;
