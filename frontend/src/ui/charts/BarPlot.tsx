/** Bars, grouped or stacked where there is more than one series. */
import { BarChart as Bars } from '@mui/x-charts/BarChart';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { axisClick, chartGrid, chartMargin, hasNegative, toNullable, pointAxis, valueAxis } from './axes';
import type { ChartProps } from './chartTypes';
import { IncompletePeriods } from './IncompletePeriods';
import { useChartColors } from './useChartColors';

interface BarPlotProps extends ChartProps {
  stacked?: boolean;
}

/** How far the stacks reach above and below zero. */
const stackHeights = ({ axis, series }: ChartProps): number[] =>
  axis.points.flatMap((_, point) => {
    const values = series.map((one) => one.values[point] ?? 0);
    const add = (sum: number, value: number) => sum + value;
    return [
      values.filter((value) => value > 0).reduce(add, 0),
      values.filter((value) => value < 0).reduce(add, 0),
    ];
  });

export function BarPlot(props: BarPlotProps) {
  const { axis, series, format, height = 320, stacked = false } = props;
  const hues = useChartColors();
  const { wording, ...look } = pointAxis(axis);
  return (
    <Bars
      height={height}
      hideLegend
      skipAnimation
      grid={chartGrid}
      margin={chartMargin}
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
      yAxis={[valueAxis(props, stacked ? stackHeights(props) : series.flatMap(({ values }) => values))]}
      series={series.map((one) => ({
        id: one.name,
        label: one.name,
        color: hues.chart[one.tone],
        data: one.values.map(toNullable),
        ...(stacked && { stack: 'all', stackOffset: 'diverging' as const }),
        valueFormatter: (value: number | null) => (value === null ? '–' : format(value)),
      }))}
      {...axisClick(props)}
      sx={{ ...(props.onOpen && { cursor: 'pointer' }) }}
    >
      <IncompletePeriods axis={axis} />
      {hasNegative(series) && <ChartsReferenceLine y={0} lineStyle={{ stroke: hues.text.secondary }} />}
    </Bars>
  );
}
