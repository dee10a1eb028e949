/** A dashed line with a translucent band around it, and a horizontal reference level. */
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { lineClasses, LineChart as Lines } from '@mui/x-charts/LineChart';
import { t } from '@/messages/en/ui_charts';
import { chartGrid, chartMargin, pointAxis, toNullable, valueAxis } from './axes';
import { RangeBand } from './RangeBand';
import { useChartColors } from './useChartColors';
import type { RangeChartProps } from './RangeChart';

/** Space above the highest value, as a share of it. */
const HEADROOM = 0.06;
/** Space for the half of the last label that extends beyond the plot, in CSS pixels. */
const END_LABEL_WIDTH = 24;

export function RangePlot(props: RangeChartProps) {
  const { axis, tone, expected, low, high, reference, format, height = 320 } = props;
  const hues = useChartColors();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const { wording, ...look } = pointAxis(axis);
  const every = Math.ceil(axis.points.length / (wide ? 8 : 4));
  const figures = [...expected.values, ...low.values, ...high.values, reference.value];
  const known = figures.filter((value) => value !== undefined);
  return (
    <Lines
      height={height}
      hideLegend
      skipAnimation
      grid={chartGrid}
      margin={{ ...chartMargin, right: END_LABEL_WIDTH }}
      xAxis={[
        {
          ...look,
          scaleType: 'point' as const,
          data: axis.points,
          tickLabelInterval: (_, index) => index % every === 0,
          valueFormatter: (point: string, { location }: { location: string }) => wording(point, location),
        },
      ]}
      yAxis={[
        {
          ...valueAxis(props, known),
          domainLimit: () => ({ min: Math.min(0, ...known), max: Math.max(...known) * (1 + HEADROOM) }),
        },
      ]}
      series={[
        {
          id: 'expected',
          label: expected.name,
          color: hues.chart[tone],
          data: expected.values.map(toNullable),
          curve: 'linear',
          showMark: false,
          connectNulls: true,
          valueFormatter: (value: number | null, { dataIndex }) =>
            value === null ? '–' : `${format(value)}${range(dataIndex)}`,
        },
      ]}
      sx={{ [`& .${lineClasses.line}`]: { strokeWidth: 2, strokeDasharray: '6 4' } }}
    >
      <RangeBand points={axis.points} low={low.values} high={high.values} fill={hues.chart[tone]} />
      <ChartsReferenceLine
        y={reference.value}
        label={reference.label}
        labelAlign="end"
        lineStyle={{ stroke: hues.text.secondary }}
        labelStyle={{ fontSize: 12, fill: hues.text.secondary }}
      />
    </Lines>
  );

  function range(index: number): string {
    const [from, to] = [low.values[index], high.values[index]];
    return from === undefined || to === undefined
      ? ''
      : ` ${t('to', { from: format(from), to: format(to) })}`;
  }
}
