/** Lines, with their names at their right ends where there is room. */
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { lineClasses, LineChart as Lines } from '@mui/x-charts/LineChart';
import { grid, margin, orNull, pointAxis, valueAxis } from './axes';
import { EndNames } from './EndNames';
import type { LineChartProps } from './LineChart';
import { useHues } from './hues';

/** Room for the names at the ends, in CSS pixels. */
const NAME_ROOM = 88;

/** Names may hold what a style selector may not. */
const lineId = (place: number): string => `line-${String(place)}`;

export function LinePlot(props: LineChartProps) {
  const { axis, series, format, zeroLine = false, height = 320 } = props;
  const hues = useHues();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const named = wide && series.length > 1;
  const { wording, ...look } = pointAxis(axis);
  const points = axis.days
    ? {
        ...look,
        scaleType: 'utc' as const,
        data: axis.points.map((point) => new Date(point)),
        valueFormatter: (day: Date, { location }: { location: string }) =>
          wording(day.toISOString().slice(0, 10), location),
      }
    : {
        ...look,
        scaleType: 'point' as const,
        data: axis.points,
        valueFormatter: (point: string, { location }: { location: string }) => wording(point, location),
      };
  return (
    <Lines
      height={height}
      hideLegend
      // Still lines: a page that prints or jumps is never caught half drawn.
      skipAnimation
      grid={grid}
      margin={{ ...margin, right: named ? NAME_ROOM : margin.right }}
      xAxis={[{ ...points, tickNumber: wide ? 8 : 4 }]}
      yAxis={[valueAxis(props)]}
      series={series.map((one, place) => ({
        id: lineId(place),
        label: one.name,
        color: hues.chart[one.tone],
        data: one.values.map(orNull),
        curve: 'linear',
        showMark: false,
        shape: 'circle',
        connectNulls: true,
        valueFormatter: (value: number | null) => (value === null ? '–' : format(value)),
      }))}
      sx={{
        [`& .${lineClasses.line}`]: { strokeWidth: 2 },
        ...Object.fromEntries(
          series.flatMap(({ forecast }, place) =>
            forecast
              ? [[`& .${lineClasses.line}[data-series="${lineId(place)}"]`, { strokeDasharray: '6 4' }]]
              : [],
          ),
        ),
      }}
    >
      {zeroLine && <ChartsReferenceLine y={0} lineStyle={{ stroke: hues.text.secondary }} />}
      {named && <EndNames series={series} />}
    </Lines>
  );
}
