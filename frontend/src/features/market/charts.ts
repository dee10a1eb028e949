/** The figures of both charts, as the charts, their tables and the export show them. */
import { count, shortCount, signedPercent } from '@/lib/format';
import { shortDay, shortSpan, spanName } from '@/lib/spans';
import type { ChartProps, ChartSeries } from '@/ui/charts/chart';
import { commodities, dollars, priceWithUnit, unitWords, type Commodity } from './commodity';
import type { Overview } from './queries';

type Values = Partial<Record<Commodity, number>>;

/** One series for each commodity that has a value anywhere. */
function seriesOf(points: readonly Values[]): ChartSeries[] {
  return commodities
    .filter(({ id }) => points.some((point) => point[id] !== undefined))
    .map(({ id, name, tone }) => ({ name, tone, values: points.map((point) => point[id]) }));
}

/** `All commodities, 3M`. */
export function selectionName({ commodity, timeframe }: Pick<Overview, 'commodity' | 'timeframe'>): string {
  return `${commodity === 'All' ? 'All commodities' : commodity}, ${timeframe}`;
}

/** Whether the price chart shows percent changes, the only scale that bushels and tons share. */
export const isRelative = (shown: Overview): boolean => shown.commodity === 'All';

/** The price lines: percent changes of all, or the price of one in its own unit. */
export function priceChart(shown: Overview): ChartProps {
  const relative = isRelative(shown);
  const points = relative ? shown.changes : shown.prices;
  const unit = shown.cards[0]?.unit ?? '';
  return {
    label: `Price trend: ${selectionName(shown)}`,
    axis: {
      heading: 'Date',
      points: points.map((point) => point.date),
      days: true,
      tick: shortDay,
      name: spanName,
    },
    series: seriesOf(points),
    unit: relative
      ? 'Change since the first quote of the timeframe, in %: the scale that bushels and tons share'
      : `Price in ${unitWords(unit)}`,
    format: relative ? signedPercent : (price) => priceWithUnit(price, unit),
    tickFormat: relative ? (change) => (change === 0 ? '0%' : signedPercent(change)) : dollars,
  };
}

/** What the volume bars stand for. */
function barSpan(timeframe: string): string {
  if (timeframe === '1M') return 'day';
  return timeframe === '1Y' ? 'month' : 'week';
}

/** The volume bars, each commodity in the measure of its market. */
export function volumeChart(shown: Overview): ChartProps {
  const partial = new Set(shown.volumes.filter((bar) => bar.partial).map((bar) => bar.label));
  const series = seriesOf(shown.volumes);
  const span = barSpan(shown.timeframe);
  return {
    label: `Trading volume: ${selectionName(shown)}`,
    axis: {
      heading: `${span.charAt(0).toUpperCase()}${span.slice(1)}`,
      points: shown.volumes.map((bar) => bar.label),
      tick: shortSpan,
      name: (label) => `${spanName(label)}${partial.has(label) ? ' (part)' : ''}`,
    },
    series,
    unit: [
      `Volume by ${span}, in the market's own measure`,
      series.length > 1 && 'each commodity on a scale of its own',
      partial.size > 0 && `a ${span} at the edge of the timeframe counts in part`,
    ]
      .filter((part) => typeof part === 'string')
      .join('; '),
    format: count,
    tickFormat: shortCount,
  };
}
