/**
 * The page as rows for export: the displayed cards, chart figures and list entries, preceded by the choices.
 */
import type { CsvCell } from '@/lib/csv';
import { t } from '@/messages/en/market';
import type { ChartProps } from '@/ui/charts/chartTypes';
import { isRelative, buildPriceChart, buildVolumeChart } from './marketCharts';
import type { MarketFilters } from './marketFilters';
import { priceUnitSymbol } from './commodity';
import type { Meta, Overview } from './queries';
import { filterNews, filterRegions } from './filtering';

type Row = readonly CsvCell[];

export function exportRows(shown: Overview, meta: Meta | undefined, choices: MarketFilters): Row[] {
  return [
    [t('page'), t('supplyAnalysis')],
    [t('asOf'), meta?.asOf ?? shown.to],
    [t('timeframe'), shown.timeframe, t('period', { from: shown.from, to: shown.to })],
    [t('commodity'), shown.commodity],
    [t('weatherByRegion'), formatSelection(choices.regions)],
    [t('newsByImpact'), formatSelection(choices.impacts)],
    [t('pricesAndVolumesAre'), kind(meta?.sample)],
    [],
    ...cards(shown),
    [],
    ...prices(shown),
    [],
    ...volumes(shown),
    [],
    ...weather(shown, choices),
    [],
    ...news(shown, choices),
  ];
}

/** The file name. */
export function exportFileName({ to, timeframe, commodity }: Overview): string {
  return `supply-analysis_${to}_${timeframe}_${commodity}.csv`;
}

const formatSelection = (chosen: readonly string[]): string =>
  chosen.length === 0 ? t('all') : chosen.join('; ');

const kind = (sample: boolean | undefined): string => (sample ? t('sampleData') : t('yourOrganizationsData'));

function cards({ cards, withoutQuotes, timeframe }: Overview): Row[] {
  return [
    [t('commodities')],
    [
      t('commodity'),
      t('marketName'),
      t('currentPrice'),
      t('unit'),
      t('quotedOn'),
      t('changeIn', { timeframe }),
      t('changePercentIn', { timeframe }),
      t('trendOver3Months'),
      t('volume'),
      t('forecast'),
      t('forecastBaseMonth'),
      t('forecastBasePrice'),
      t('forecastMonth'),
      t('forecastPrice'),
      t('low80'),
      t('high80'),
      t('probabilityOfARise'),
      t('hitRate'),
      t('notes'),
    ],
    ...cards.map((card) => [
      card.name,
      card.market,
      card.currentPrice,
      priceUnitSymbol(card.unit),
      card.asOf,
      card.change,
      card.changePercent,
      card.trend,
      card.volume,
      card.forecast,
      card.forecastBaseMonth,
      card.forecastBasePrice,
      card.forecastMonth,
      card.forecastPrice,
      card.low80,
      card.high80,
      card.probabilityUp,
      card.hitRate,
      [card.stale, card.forecastNote, card.forecastRecord].filter((note) => note !== undefined).join('; '),
    ]),
    ...withoutQuotes.map((name) => [name, t('noQuotesYet')]),
  ];
}

/** The unformatted points and values of a chart. */
function table({ axis, series }: ChartProps): Row[] {
  return [
    [axis.heading, ...series.map(({ name }) => name)],
    ...axis.points.map((point, index) => [point, ...series.map(({ values }) => values[index])]),
  ];
}

function prices(shown: Overview): Row[] {
  const unit = isRelative(shown) ? t('changePercentSinceStart') : priceUnitSymbol(shown.cards[0]?.unit ?? '');
  return [[t('priceTrend'), unit], ...table(buildPriceChart(shown))];
}

function volumes(shown: Overview): Row[] {
  const [heading = [], ...rows] = table(buildVolumeChart(shown));
  return [
    [t('tradingVolume'), t('inEachMarketsOwnUnit')],
    [...heading, t('incomplete')],
    ...rows.map((row, index) => [...row, shown.volumes[index]?.partial ? t('yes') : t('no')]),
  ];
}

function weather({ weather }: Overview, choices: MarketFilters): Row[] {
  return [
    [t('weatherImpact'), weather.sample ? t('sampleData') : weather.status],
    [
      t('region'),
      t('place'),
      t('temperatureF'),
      t('rainfallInches'),
      t('conditions'),
      t('suitableDays'),
      t('ofDays'),
    ],
    ...filterRegions(weather, choices).map((each) => [
      each.region,
      each.place,
      each.temperature,
      each.rainfall,
      each.conditions,
      each.fitDays,
      each.days,
    ]),
  ];
}

function news({ news }: Overview, choices: MarketFilters): Row[] {
  return [
    [t('marketNewsAndAnalysis'), news.sample ? t('sampleData') : news.status],
    [t('newsTitle'), t('newsTime'), t('impact'), t('summary'), t('source'), t('link')],
    ...filterNews(news, choices).map((item) => [
      item.title,
      item.time,
      item.impact,
      item.summary,
      item.source,
      item.link,
    ]),
  ];
}
