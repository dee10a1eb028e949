/** API queries of the supply price index. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type PriceIndexOverview = Schemas['PriceIndexOverview'];
export type PriceCategory = Schemas['PriceCategory'];

export const supplyPriceIndexQuery = apiBodyQuery('/api/analytics/supply-price-index', {
  errorLog: 'Failed to fetch the supply price index',
});
