/** The data of both charts, shared by the charts, their tables and the export. */
import { formatCount, formatCompact, formatSignedPercent } from '@/lib/format';
import { formatShortDay, formatShortPeriod, formatPeriod } from '@/lib/periodFormat';
import { t } from '@/messages/en/market';
import type { ChartProps, ChartSeries } from '@/ui/charts/chartTypes';
import { COMMODITIES, formatDollars, formatPriceWithUnit, priceUnitName, type Commodity } from './commodity';
import { marketLabel } from './marketLabels';
import type { Overview } from './queries';

type Values = Partial<Record<Commodity, number>>;

/** One series for each commodity that has any value. */
function buildSeries(points: readonly Values[]): ChartSeries[] {
  return COMMODITIES.filter(({ id }) => points.some((point) => point[id] !== undefined)).map(
    ({ id, name, tone }) => ({ name: marketLabel(name), tone, values: points.map((point) => point[id]) }),
  );
}

/** `All commodities, 3M`. */
export function selectionLabel({ commodity, timeframe }: Pick<Overview, 'commodity' | 'timeframe'>): string {
  return `${commodity === 'All' ? t('allCommodities') : marketLabel(commodity)}, ${timeframe}`;
}

/** Whether the price chart shows percent changes, the only scale that prices per bushel and per ton share. */
export const isRelative = (shown: Overview): boolean => shown.commodity === 'All';

/** The price lines: percent changes of all commodities, or the price of one in its own unit. */
export function buildPriceChart(shown: Overview): ChartProps {
  const relative = isRelative(shown);
  const points = relative ? shown.changes : shown.prices;
  const unit = shown.cards[0]?.unit ?? '';
  return {
    label: t('priceTrendOfSelection', { shown: selectionLabel(shown) }),
    axis: {
      heading: t('date'),
      points: points.map((point) => point.date),
      days: true,
      tick: formatShortDay,
      name: formatPeriod,
    },
    series: buildSeries(points),
    unit: relative ? t('changeSinceTheStartOfThe') : t('priceIn', { unit: priceUnitName(unit) }),
    format: relative ? formatSignedPercent : (price) => formatPriceWithUnit(price, unit),
    tickFormat: relative ? (change) => (change === 0 ? '0%' : formatSignedPercent(change)) : formatDollars,
  };
}

/** The texts about the period that each volume bar covers. */
function barTexts(timeframe: string) {
  if (timeframe === '1M') {
    return { heading: t('day'), unit: t('volumeByDay'), partial: t('partialDays') };
  }
  return timeframe === '1Y'
    ? { heading: t('month'), unit: t('volumeByMonth'), partial: t('partialMonths') }
    : { heading: t('week'), unit: t('volumeByWeek'), partial: t('partialWeeks') };
}

/** The volume bars, each commodity in the unit of its market. */
export function buildVolumeChart(shown: Overview): ChartProps {
  const partial = new Set(shown.volumes.filter((bar) => bar.partial).map((bar) => bar.label));
  const series = buildSeries(shown.volumes);
  const texts = barTexts(shown.timeframe);
  return {
    label: t('tradingVolumeOfSelection', { shown: selectionLabel(shown) }),
    axis: {
      heading: texts.heading,
      points: shown.volumes.map((bar) => bar.label),
      tick: formatShortPeriod,
      name: (label) =>
        partial.has(label) ? t('partialPeriod', { period: formatPeriod(label) }) : formatPeriod(label),
    },
    series,
    unit: [texts.unit, series.length > 1 && t('separateScalePerCommodity'), partial.size > 0 && texts.partial]
      .filter((part) => typeof part === 'string')
      .join('; '),
    format: formatCount,
    tickFormat: formatCompact,
  };
}
