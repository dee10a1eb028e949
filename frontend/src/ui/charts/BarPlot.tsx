/** Bars, beside each other where there is more than one series. */
import { BarChart as Bars } from '@mui/x-charts/BarChart';
import { grid, margin, orNull, pointAxis, valueAxis } from './axes';
import type { ChartProps } from './chart';
import { useHues } from './hues';

export function BarPlot(props: ChartProps) {
  const { axis, series, format, height = 320 } = props;
  const hues = useHues();
  const { wording, ...look } = pointAxis(axis);
  return (
    <Bars
      height={height}
      hideLegend
      skipAnimation
      grid={grid}
      margin={margin}
      borderRadius={3}
      xAxis={[
        {
          ...look,
          scaleType: 'band',
          data: axis.points,
          disableTicks: true,
          categoryGapRatio: 0.3,
          valueFormatter: (point: string, { location }) => wording(point, location),
        },
      ]}
      yAxis={[valueAxis(props)]}
      series={series.map((one) => ({
        id: one.name,
        label: one.name,
        color: hues.chart[one.tone],
        data: one.values.map(orNull),
        valueFormatter: (value: number | null) => (value === null ? '–' : format(value)),
      }))}
    />
  );
}
