/** API queries of purchasing. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type Recommendation = Schemas['RecommendedItem'];
export type UnlevelledRow = Schemas['ItemWithoutReorderPoint'];

export const purchasingSummaryQuery = apiBodyQuery('/api/purchasing/summary');

export const recommendationsQuery = apiBodyQuery('/api/purchasing/recommendations');
