/**
 * An expected line within its range, and a reference level, with the same figures as a table. The plotting
 * code loads when the chart nears the viewport.
 */
import { onDemand } from '../onDemand';
import type { ChartProps, ChartSeries, ChartTone } from './chartTypes';
import { ChartFigure } from './ChartFigure';
import { LazyChart } from './LazyChart';

/** Values by their name in the table. */
type NamedSeries = Pick<ChartSeries, 'name' | 'values'>;

export interface RangeChartProps extends Omit<ChartProps, 'series'> {
  tone: ChartTone;
  expected: NamedSeries;
  /** Lower ends of the range. */
  low: NamedSeries;
  /** Upper ends of the range. */
  high: NamedSeries;
  /** A reference level that stays in view, with its label. */
  reference: { value: number; label: string };
}

const RangePlot = onDemand(async () => (await import('./plots')).RangePlot);

export function RangeChart(props: RangeChartProps) {
  const { height = 320, tone, expected, low, high } = props;
  const series = [expected, low, high].map((one) => ({ ...one, tone }));
  return (
    <ChartFigure {...props} series={series} height={height} names="none">
      <LazyChart label={props.label} height={height} preload={RangePlot.preload}>
        <RangePlot {...props} height={height} />
      </LazyChart>
    </ChartFigure>
  );
}
