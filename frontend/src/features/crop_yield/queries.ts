/** API queries of the crop yield forecast. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery } from '@/api/queries';

export type YieldOverview = Schemas['YieldOverview'];
export type YieldForecast = Schemas['YieldForecast'];

export const cropYieldForecastQuery = apiBodyQuery('/api/analytics/crop-yield-forecast', {
  errorLog: 'Failed to fetch the crop yield forecast',
});
