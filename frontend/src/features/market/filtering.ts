/** Applies the filters to the lists, for the page and for the export. */
import { matchesFilter, REGIONS, type MarketFilters } from './marketFilters';
import type { NewsEntry, Overview, WeatherRegion } from './queries';

/** The names of the regions to choose from: the four, then the organization's own ones. */
export function listRegions(weather: Overview['weather'] | undefined): readonly string[] {
  const shown = weather?.regions.map(({ region }) => region) ?? [];
  return [...new Set<string>([...REGIONS, ...shown])];
}

export function filterRegions(weather: Overview['weather'], { regions }: MarketFilters): WeatherRegion[] {
  return weather.regions.filter(({ region }) => matchesFilter(regions, region));
}

export function filterNews(news: Overview['news'], { impacts }: MarketFilters): NewsEntry[] {
  return news.items.filter(({ impact }) => matchesFilter(impacts, impact));
}
