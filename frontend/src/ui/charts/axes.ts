/** How both kinds of plot draw their axes. */
import type { ChartAxis, ChartProps } from './chart';
import { nameOf, tickOf } from './chart';

const TICKS = { fontSize: 12 };

export const margin = { top: 12, right: 12, bottom: 0, left: 0 };

export const grid = { horizontal: true };

/** The value axis: faint lines instead of a stroke. */
export function valueAxis({ format, tickFormat }: ChartProps) {
  return {
    width: 'auto' as const,
    disableLine: true,
    disableTicks: true,
    tickNumber: 5,
    tickLabelStyle: TICKS,
    valueFormatter: tickFormat ?? format,
  };
}

/** How a point reads below the axis and in the tooltip. */
export function pointAxis(axis: ChartAxis) {
  return {
    height: 28,
    tickLabelStyle: TICKS,
    wording: (point: string, location: string) =>
      location === 'tick' ? tickOf(axis, point) : nameOf(axis, point),
  };
}

/** A value for the plotting library, that knows null and not undefined. */
export const orNull = (value: number | undefined): number | null => value ?? null;
