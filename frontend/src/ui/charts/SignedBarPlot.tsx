/** Bars above and below a zero line, one hue for each side, with the signed value at the end of each bar. */
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarChart as Bars } from '@mui/x-charts/BarChart';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { chartGrid, chartMargin, pointAxis, toNullable, valueAxis } from './axes';
import { useChartColors } from './useChartColors';
import type { SignedBarChartProps } from './SignedBarChart';

export function SignedBarPlot(props: SignedBarChartProps) {
  const { axis, name, values, above, below, format, barFormat, height = 320 } = props;
  const hues = useChartColors();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
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
      yAxis={[
        {
          ...valueAxis(props, values),
          colorMap: { type: 'piecewise', thresholds: [0], colors: [hues.chart[below], hues.chart[above]] },
        },
      ]}
      series={[
        {
          id: 'bars',
          label: name,
          data: values.map(toNullable),
          valueFormatter: (value: number | null) => (value === null ? '–' : format(value)),
          // Values next to each other need a wide screen.
          ...(wide && { barLabel: ({ value }) => (value === null ? null : barFormat(value)) }),
          barLabelPlacement: 'outside',
        },
      ]}
    >
      <ChartsReferenceLine y={0} lineStyle={{ stroke: hues.text.secondary }} />
    </Bars>
  );
}
