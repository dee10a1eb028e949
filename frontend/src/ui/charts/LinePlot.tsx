/** Lines, with their names at the right ends if there is space. */
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { lineClasses, LineChart as Lines } from '@mui/x-charts/LineChart';
import { axisClick, chartGrid, chartMargin, hasNegative, toNullable, pointAxis, valueAxis } from './axes';
import { COMPARED_OPACITY } from './chartTypes';
import { EndLabels } from './EndLabels';
import { IncompletePeriods } from './IncompletePeriods';
import { hasEndLabels, type LineChartProps } from './LineChart';
import { useChartColors } from './useChartColors';

/** Space for the names at the ends, in CSS pixels. */
const NAME_WIDTH = 88;

const COMPARED_LINE = { strokeDasharray: '6 4', strokeOpacity: COMPARED_OPACITY };

/** Series names may contain characters that are invalid in a CSS selector. */
const lineId = (index: number): string => `line-${String(index)}`;

export function LinePlot(props: LineChartProps) {
  const { axis, series, format, zeroLine = false, height = 320 } = props;
  const hues = useChartColors();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const named = wide && hasEndLabels(series);
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
      // No animation, so that printing or scrolling never captures a half-drawn line.
      skipAnimation
      grid={chartGrid}
      margin={{ ...chartMargin, right: named ? NAME_WIDTH : chartMargin.right }}
      xAxis={[{ ...points, tickNumber: wide ? 8 : 4 }]}
      yAxis={[
        valueAxis(
          props,
          series.flatMap(({ values }) => values),
        ),
      ]}
      series={series.map((one, index) => ({
        id: lineId(index),
        label: one.name,
        color: hues.chart[one.tone],
        data: one.values.map(toNullable),
        curve: 'linear',
        showMark: false,
        shape: 'circle',
        connectNulls: true,
        valueFormatter: (value: number | null) => (value === null ? '–' : format(value)),
      }))}
      {...axisClick(props)}
      sx={{
        ...(props.onOpen && { cursor: 'pointer' }),
        [`& .${lineClasses.line}`]: { strokeWidth: 2 },
        ...Object.fromEntries(
          series.flatMap(({ compared }, index) =>
            compared ? [[`& .${lineClasses.line}[data-series="${lineId(index)}"]`, COMPARED_LINE]] : [],
          ),
        ),
      }}
    >
      <IncompletePeriods axis={axis} />
      {(zeroLine || hasNegative(series)) && (
        <ChartsReferenceLine y={0} lineStyle={{ stroke: hues.text.secondary }} />
      )}
      {named && <EndLabels series={series} />}
    </Lines>
  );
}
