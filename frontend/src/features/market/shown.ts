/** What the filters leave of the lists, for the page and for the export alike. */
import { passes, type MarketChoices } from './choices';
import type { NewsEntry, Overview, WeatherRegion } from './queries';

export function shownRegions(weather: Overview['weather'], { regions }: MarketChoices): WeatherRegion[] {
  return weather.regions.filter(({ region }) => passes(regions, region));
}

export function shownNews(news: Overview['news'], { impacts }: MarketChoices): NewsEntry[] {
  return news.items.filter(({ impact }) => passes(impacts, impact));
}
