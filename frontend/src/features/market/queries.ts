/** What the market page asks of the API: one answer for each timeframe and commodity. */
import { answer, type Schemas } from '@sprout/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import type { CommodityChoice, Timeframe } from './choices';

export type Overview = Schemas['MarketOverview'];
export type Card = Schemas['CommodityCard'];
export type WeatherRegion = Schemas['WeatherRegion'];
export type NewsEntry = Schemas['NewsEntry'];
export type Meta = Schemas['Meta'];

export const marketOverview = (timeframe: Timeframe, commodity: CommodityChoice) =>
  queryOptions({
    queryKey: ['/api/market/overview', { timeframe, commodity }],
    queryFn: ({ signal }) =>
      answer(sprout.GET('/api/market/overview', { params: { query: { timeframe, commodity } }, signal })),
    // The last answer stays on the page, marked, until the new one is there.
    placeholderData: keepPreviousData,
  });
