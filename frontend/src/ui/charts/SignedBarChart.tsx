/** Bars that go both ways from a zero line, each with its signed figure; the same figures as a table. The plotting code loads when the chart comes into view. */
import { lazy } from 'react';
import type { ChartProps, ChartTone } from './chartTypes';
import { ChartFigure } from './ChartFigure';
import { LazyChart } from './LazyChart';

export interface SignedBarChartProps extends Omit<ChartProps, 'series'> {
  /** What a bar measures; the heading of the second table column. */
  name: string;
  /** One value for each point of the axis; undefined draws no bar. */
  values: readonly (number | undefined)[];
  /** Hue of the bars from zero up. */
  above: ChartTone;
  /** Hue of the bars below zero. */
  below: ChartTone;
  /** A figure at the end of its bar, in a short form. */
  barFormat: (value: number) => string;
}

const SignedBarPlot = lazy(() => import('./SignedBarPlot').then((plot) => ({ default: plot.SignedBarPlot })));

export function SignedBarChart(props: SignedBarChartProps) {
  const { height = 320, name, values, above } = props;
  return (
    <ChartFigure {...props} series={[{ name, values, tone: above }]} height={height} names="none">
      <LazyChart label={props.label} height={height}>
        <SignedBarPlot {...props} height={height} />
      </LazyChart>
    </ChartFigure>
  );
}
