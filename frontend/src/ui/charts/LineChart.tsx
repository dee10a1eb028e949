/**
 * Lines over time or named points, with the same figures as a table. The plotting code loads when the chart
 * nears the viewport.
 */
import { onDemand } from '../onDemand';
import type { ChartProps } from './chartTypes';
import { ChartFigure } from './ChartFigure';
import { LazyChart } from './LazyChart';

export interface LineChartProps extends ChartProps {
  /** Draws a line at zero and keeps it in view, for changes in both directions. */
  zeroLine?: boolean;
}

const LinePlot = onDemand(async () => (await import('./plots')).LinePlot);

/**
 * Whether the names are at the ends of the lines, if there is space; on phones they are above. Periods are
 * too long for the ends.
 */
export const hasEndLabels = (series: ChartProps['series']): boolean =>
  series.length > 1 && !series.some(({ compared }) => compared);

export function LineChart(props: LineChartProps) {
  const { height = 320, series } = props;
  const namesAbove = hasEndLabels(series) ? 'narrow' : 'always';
  return (
    <ChartFigure {...props} height={height} names={series.length > 1 ? namesAbove : 'none'}>
      <LazyChart label={props.label} height={height} preload={LinePlot.preload}>
        <LinePlot {...props} height={height} />
      </LazyChart>
    </ChartFigure>
  );
}
