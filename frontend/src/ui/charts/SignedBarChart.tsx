/**
 * Bars above and below zero, each with its signed value, with the same figures as a table. The plotting code
 * loads when the chart nears the viewport.
 */
import { onDemand } from '../onDemand';
import type { ChartProps, ChartTone } from './chartTypes';
import { ChartFigure } from './ChartFigure';
import { LazyChart } from './LazyChart';

export interface SignedBarChartProps extends Omit<ChartProps, 'series'> {
  /** What a bar measures; the heading of the second table column. */
  name: string;
  /** One value for each point of the axis. Undefined draws no bar. */
  values: readonly (number | undefined)[];
  /** Hue of the bars from zero up. */
  above: ChartTone;
  /** Hue of the bars below zero. */
  below: ChartTone;
  /** A short value at the end of its bar. */
  barFormat: (value: number) => string;
}

const SignedBarPlot = onDemand(async () => (await import('./plots')).SignedBarPlot);

export function SignedBarChart(props: SignedBarChartProps) {
  const { height = 320, name, values, above } = props;
  return (
    <ChartFigure {...props} series={[{ name, values, tone: above }]} height={height} names="none">
      <LazyChart label={props.label} height={height} preload={SignedBarPlot.preload}>
        <SignedBarPlot {...props} height={height} />
      </LazyChart>
    </ChartFigure>
  );
}
