/** A dashed line with a translucent band around it, and a level across. */
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { lineClasses, LineChart as Lines } from '@mui/x-charts/LineChart';
import { grid, margin, orNull, pointAxis, valueAxis } from './axes';
import { Band } from './Band';
import { useHues } from './hues';
import type { RangeChartProps } from './RangeChart';

/** Empty room above the highest figure, as a share of it. */
const AIR = 0.06;
/** Room for the half of the last label that reaches beyond the plot, in CSS pixels. */
const END_ROOM = 24;

export function RangePlot(props: RangeChartProps) {
  const { axis, tone, expected, low, high, reference, format, height = 320 } = props;
  const hues = useHues();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const { wording, ...look } = pointAxis(axis);
  const every = Math.ceil(axis.points.length / (wide ? 8 : 4));
  const figures = [...expected.values, ...low.values, ...high.values, reference.value];
  const known = figures.filter((value) => value !== undefined);
  return (
    <Lines
      height={height}
      hideLegend
      grid={grid}
      margin={{ ...margin, right: END_ROOM }}
      xAxis={[
        {
          ...look,
          scaleType: 'point' as const,
          data: axis.points,
          tickLabelInterval: (_, place) => place % every === 0,
          valueFormatter: (point: string, { location }: { location: string }) => wording(point, location),
        },
      ]}
      yAxis={[
        {
          ...valueAxis({ ...props, series: [] }),
          domainLimit: () => ({ min: Math.min(0, ...known), max: Math.max(...known) * (1 + AIR) }),
        },
      ]}
      series={[
        {
          id: 'expected',
          label: expected.name,
          color: hues.chart[tone],
          data: expected.values.map(orNull),
          curve: 'linear',
          showMark: false,
          connectNulls: true,
          valueFormatter: (value: number | null, { dataIndex }) =>
            value === null ? '–' : `${format(value)}${range(dataIndex)}`,
        },
      ]}
      sx={{ [`& .${lineClasses.line}`]: { strokeWidth: 2, strokeDasharray: '6 4' } }}
    >
      <Band points={axis.points} low={low.values} high={high.values} fill={hues.chart[tone]} />
      <ChartsReferenceLine
        y={reference.value}
        label={reference.label}
        labelAlign="end"
        lineStyle={{ stroke: hues.text.secondary }}
        labelStyle={{ fontSize: 12, fill: hues.text.secondary }}
      />
    </Lines>
  );

  function range(place: number): string {
    const [from, to] = [low.values[place], high.values[place]];
    return from === undefined || to === undefined ? '' : ` (${format(from)} to ${format(to)})`;
  }
}
