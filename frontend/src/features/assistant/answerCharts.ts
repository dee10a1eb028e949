/** Converts the lines of an answer for the charts. Lines with the same unit share a chart. */
import { formatNumber, formatPrice } from '@/lib/format';
import { formatShortDay, formatPeriod } from '@/lib/periodFormat';
import { t } from '@/messages/en/assistant';
import type { ChartSeries, ChartTone } from '@/ui/charts/chartTypes';
import type { LineChartProps } from '@/ui/charts/LineChart';
import { findCompared, type Charted } from './comparedLine';

/** The hues of the commodities throughout the app. */
const known: Record<string, ChartTone> = {
  corn: 'amber',
  soybeans: 'green',
  wheat: 'ochre',
  fertilizer: 'slate',
};
const others: readonly ChartTone[] = ['green', 'amber', 'slate', 'plum', 'teal', 'ochre'];

/** One chart per unit, in order of first appearance. */
export function buildCharts(answer: Charted): LineChartProps[] {
  if (!answer.chart) return [];
  const { title, lines } = answer.chart;
  const compared = findCompared(answer, answer.chart);
  const units = [...new Set(lines.map(({ unit }) => unit))];
  return units.map((unit) => {
    const own = lines.filter((line) => line.unit === unit);
    const days = [...new Set(own.flatMap(({ points }) => points.map(({ day }) => day)))].sort();
    const names = own.map(({ name }) => name);
    return {
      label: units.length > 1 ? `${title}: ${[...new Set(names)].join(', ')}` : title,
      axis: { heading: t('day'), points: days, days: true, tick: formatShortDay, name: formatPeriod },
      series: own.flatMap(({ name, points }, index) => {
        const values = new Map(points.map(({ day, value }) => [day, value]));
        const tone = known[name.toLowerCase()] ?? others[index % others.length] ?? 'green';
        const series: ChartSeries = {
          name: names.indexOf(name) === index ? name : `${name} (${String(index + 1)})`,
          tone,
          values: days.map((day) => values.get(day)),
        };
        if (!compared) return [series];
        const { values: before } = compared;
        return [
          series,
          { name: compared.name, tone, values: days.map((day) => before.get(day)), compared: true },
        ];
      }),
      unit: unit === '%' ? t('in') : unit,
      zeroLine: unit === '%',
      format: (value) => figure(value, unit),
      tickFormat: (value) => (isPrice(unit) ? formatPrice(value) : formatNumber(value)),
    };
  });
}

/** A unit such as `USD/bu`, for display. */
const isPrice = (unit: string): boolean => /^[A-Z]{3}\//.test(unit);

function figure(value: number, unit: string): string {
  if (unit === '%') return `${formatNumber(value)}%`;
  return `${isPrice(unit) ? formatPrice(value) : formatNumber(value)} ${unit}`.trim();
}
