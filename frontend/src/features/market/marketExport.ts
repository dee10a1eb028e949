/**
 * The page as rows for export: the displayed cards, chart figures and list entries, preceded by the choices.
 */
import type { CsvCell } from '@/lib/csv';
import type { ChartProps } from '@/ui/charts/chartTypes';
import { isRelative, buildPriceChart, buildVolumeChart } from './marketCharts';
import type { MarketFilters } from './marketFilters';
import { priceUnitSymbol } from './commodity';
import type { Meta, Overview } from './queries';
import { filterNews, filterRegions } from './filtering';

type Row = readonly CsvCell[];

export function exportRows(shown: Overview, meta: Meta | undefined, choices: MarketFilters): Row[] {
  return [
    ['Page', 'Supply Analysis'],
    ['As of', meta?.asOf ?? shown.to],
    ['Timeframe', shown.timeframe, `${shown.from} to ${shown.to}`],
    ['Commodity', shown.commodity],
    ['Weather by region', formatSelection(choices.regions)],
    ['News by impact', formatSelection(choices.impacts)],
    ['Prices and volumes are', kind(meta?.sample)],
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
  chosen.length === 0 ? 'All' : chosen.join('; ');

const kind = (sample: boolean | undefined): string => (sample ? 'Sample data' : 'your organization’s data');

function cards({ cards, withoutQuotes, timeframe }: Overview): Row[] {
  return [
    ['Commodities'],
    [
      'Commodity',
      'Market',
      'Current price',
      'Unit',
      'Quoted on',
      `Change in ${timeframe}`,
      `Change in ${timeframe} (%)`,
      'Trend',
      'Volume',
      'Forecast',
      'Forecast month',
      'Forecast price',
      'Low (80%)',
      'High (80%)',
      'Probability of a rise (%)',
      'Hit rate (%)',
      'Notes',
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
      card.forecastMonth,
      card.forecastPrice,
      card.low80,
      card.high80,
      card.probabilityUp,
      card.hitRate,
      [card.stale, card.forecastNote, card.forecastRecord].filter((note) => note !== undefined).join('; '),
    ]),
    ...withoutQuotes.map((name) => [name, 'No quotes yet']),
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
  const unit = isRelative(shown)
    ? 'Change since the start of the period (%)'
    : priceUnitSymbol(shown.cards[0]?.unit ?? '');
  return [['Price trend', unit], ...table(buildPriceChart(shown))];
}

function volumes(shown: Overview): Row[] {
  const [heading = [], ...rows] = table(buildVolumeChart(shown));
  return [
    ['Trading volume', 'In each market’s own unit'],
    [...heading, 'Incomplete'],
    ...rows.map((row, index) => [...row, shown.volumes[index]?.partial ? 'yes' : 'no']),
  ];
}

function weather({ weather }: Overview, choices: MarketFilters): Row[] {
  return [
    ['Weather Impact', weather.sample ? 'Sample data' : weather.status],
    [
      'Region',
      'Place',
      'Temperature (F)',
      'Rainfall (in)',
      'Conditions',
      'Suitable for field work (days)',
      'Of days',
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
    ['Market News and Analysis', news.sample ? 'Sample data' : news.status],
    ['Title', 'Time', 'Impact', 'Summary', 'Source', 'Link'],
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
