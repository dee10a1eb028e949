/** What a chart is shown: its points, its lines or bars, and how figures read. */

/** The six chart hues, distinguishable with every kind of color vision; each also has a label. */
export type ChartTone = 'amber' | 'green' | 'ochre' | 'slate' | 'plum' | 'teal';

/** One line, or one set of bars. */
export interface ChartSeries {
  name: string;
  tone: ChartTone;
  /** One value for each point of the axis; undefined where there is none. */
  values: readonly (number | undefined)[];
  /** Draws a line dashed: it has not happened yet. */
  forecast?: boolean;
}

/** The points that the values stand at. */
export interface ChartAxis {
  /** What a point is, for example `Week`; heads the first column of the table. */
  heading: string;
  /** One text for each point, all different; ISO dates where `days` is set. */
  points: readonly string[];
  /** Draws the points of a line at their distance in time. */
  days?: boolean;
  /** A point's label below the axis. Default: the value. */
  tick?: (point: string) => string;
  /** A point's label in the tooltip and table. Default: the axis label. */
  name?: (point: string) => string;
}

export interface ChartProps {
  /** What the chart shows, as a name for it and for its table. */
  label: string;
  axis: ChartAxis;
  series: readonly ChartSeries[];
  /** What the value axis measures and in which unit, for example `Change since Aug 20 (%)`. */
  unit: string;
  /** A value in the tooltip and in the table. */
  format: (value: number) => string;
  /** A value's label beside the axis. Default: as in the tooltip. */
  tickFormat?: (value: number) => string;
  /** In CSS pixels; the same while loading and as a table. */
  height?: number;
}

export const formatTick = (axis: ChartAxis, point: string): string => axis.tick?.(point) ?? point;

export const formatPointName = (axis: ChartAxis, point: string): string =>
  axis.name?.(point) ?? formatTick(axis, point);
