/** API queries of the market page: one response per timeframe and commodity. */
import { type Schemas } from '@sprout/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiBodyQuery, apiQuery } from '@/api/queries';
import type { CommodityFilter, Timeframe } from './marketFilters';

export type Overview = Schemas['MarketOverview'];
export type Card = Schemas['CommodityCard'];
export type WeatherRegion = Schemas['WeatherRegion'];
export type NewsEntry = Schemas['NewsEntry'];
export type Meta = Schemas['Meta'];

/** Decides who may set a weather provider. */
export const permissionsQuery = apiQuery('/api/account');

export const marketOverviewQuery = (timeframe: Timeframe, commodity: CommodityFilter) =>
  queryOptions({
    ...apiBodyQuery('/api/market/overview', { params: { query: { timeframe, commodity } } }),
    // The previous response stays on the page, marked as outdated, until the new one arrives.
    placeholderData: keepPreviousData,
  });
