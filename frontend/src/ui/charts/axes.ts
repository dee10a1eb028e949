/** Axes of all plots. */
import type { ChartAxis, ChartProps } from './chartTypes';
import { formatPointName, formatTick } from './chartTypes';

const TICK_STYLE = { fontSize: 12 };

export const chartMargin = { top: 12, right: 12, bottom: 0, left: 0 };

export const chartGrid = { horizontal: true };

/** The value axis, with faint grid lines instead of a stroke. */
export function valueAxis({ format, tickFormat }: ChartProps) {
  return {
    width: 'auto' as const,
    disableLine: true,
    disableTicks: true,
    tickNumber: 5,
    tickLabelStyle: TICK_STYLE,
    valueFormatter: tickFormat ?? format,
  };
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
