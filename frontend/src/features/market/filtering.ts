/** Applies the filters to the lists, for the page and for the export. */
import { matchesFilter, type MarketFilters } from './marketFilters';
import type { NewsEntry, Overview, WeatherRegion } from './queries';

export function filterRegions(weather: Overview['weather'], { regions }: MarketFilters): WeatherRegion[] {
  return weather.regions.filter(({ region }) => matchesFilter(regions, region));
}

export function filterNews(news: Overview['news'], { impacts }: MarketFilters): NewsEntry[] {
  return news.items.filter(({ impact }) => matchesFilter(impacts, impact));
}
