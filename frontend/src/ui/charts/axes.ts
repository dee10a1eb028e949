/** Axes of all plots. */
import type { ChartAxis, ChartProps } from './chartTypes';
import { formatPointName, formatTick } from './chartTypes';

const TICK_STYLE = { fontSize: 12 };

export const chartMargin = { top: 12, right: 12, bottom: 0, left: 0 };

export const chartGrid = { horizontal: true };

/** The widest average of a character, in CSS pixels. */
const CHARACTER_WIDTH = 7;
const TICK_GAP = 10;

/**
 * The value axis, with faint grid lines instead of a stroke. Its width follows from `values`: the plotting
 * library measures the first and last label only, and "800K" is wider than "1M".
 */
export function valueAxis(
  { format, tickFormat = format }: Pick<ChartProps, 'format' | 'tickFormat'>,
  values: readonly (number | undefined)[],
) {
  return {
    width: estimateTickWidth(tickFormat, values),
    disableLine: true,
    disableTicks: true,
    tickNumber: 5,
    tickLabelStyle: TICK_STYLE,
    valueFormatter: tickFormat,
  };
}

/** Width of the longest label that the axis of these values can have, in CSS pixels. */
export function estimateTickWidth(
  format: (value: number) => string,
  values: readonly (number | undefined)[],
): number {
  const known = values.filter((value) => value !== undefined);
  const sizes = [Math.max(0, ...known), Math.min(0, ...known)];
  const labels = sizes.flatMap((size) => {
    if (size === 0) return [format(0)];
    const step = Math.sign(size) * 10 ** Math.floor(Math.log10(Math.abs(size)));
    return [0.05, 0.1, 0.2, 0.4, 0.5, 0.8, 1, 2, 2.5, 5, 7.5, 8, 10].map((part) => format(part * step));
  });
  return Math.max(...labels.map((label) => label.length)) * CHARACTER_WIDTH + TICK_GAP;
}

/** Formats a point below the axis and in the tooltip. */
export function pointAxis(axis: ChartAxis) {
  return {
    height: 28,
    tickLabelStyle: TICK_STYLE,
    wording: (point: string, location: string) =>
      location === 'tick' ? formatTick(axis, point) : formatPointName(axis, point),
  };
}

/** A value for the plotting library, which accepts null but not undefined. */
export const toNullable = (value: number | undefined): number | null => value ?? null;

/** Opens the point that is clicked. */
export function axisClick({ axis, onOpen }: ChartProps) {
  if (!onOpen) return {};
  return {
    onAxisClick: (_: unknown, clicked: { dataIndex: number } | null) => {
      const point = clicked && axis.points[clicked.dataIndex];
      if (point) onOpen(point);
    },
  };
}

/** Whether bars or lines go below zero, so that zero needs a line of its own. */
export const hasNegative = (series: ChartProps['series']): boolean =>
  series.some(({ values }) => values.some((value) => value !== undefined && value < 0));
