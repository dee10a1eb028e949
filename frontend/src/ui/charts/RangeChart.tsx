/** One expected line inside its range, against a level to compare with; the same figures as a table. The plotting code loads when the chart comes into view. */
import { lazy } from 'react';
import type { ChartProps, ChartSeries, ChartTone } from './chart';
import { ChartFigure } from './ChartFigure';
import { ChartSpace } from './ChartSpace';

/** Figures by their name in the table. */
type Named = Pick<ChartSeries, 'name' | 'values'>;

export interface RangeChartProps extends Omit<ChartProps, 'series'> {
  tone: ChartTone;
  expected: Named;
  /** Lower ends of the range. */
  low: Named;
  /** Upper ends of the range. */
  high: Named;
  /** A level that stays in view, with its words. */
  reference: { value: number; label: string };
}

const RangePlot = lazy(() => import('./RangePlot').then((plot) => ({ default: plot.RangePlot })));

export function RangeChart(props: RangeChartProps) {
  const { height = 320, tone, expected, low, high } = props;
  const series = [expected, low, high].map((one) => ({ ...one, tone }));
  return (
    <ChartFigure {...props} series={series} height={height} names="none">
      <ChartSpace label={props.label} height={height}>
        <RangePlot {...props} height={height} />
      </ChartSpace>
    </ChartFigure>
  );
}
