/** The data of a chart: points, lines or bars, and formats. */

/** The six chart hues, distinguishable with every kind of color vision. Each also has a label. */
export type ChartTone = 'amber' | 'green' | 'ochre' | 'slate' | 'plum' | 'teal';

/** Of lines of a compared period: paler, with at least 3:1 against the page. */
export const COMPARED_OPACITY = 0.7;

/** One line, or one set of bars. */
export interface ChartSeries {
  name: string;
  tone: ChartTone;
  /** One value for each point of the axis. Undefined where there is none. */
  values: readonly (number | undefined)[];
  /** The same measure in another period: a dashed, paler line in the tone of the measure. */
  compared?: boolean;
}

/** The points of the axis. */
export interface ChartAxis {
  /** What a point is, for example `Week`. Heads the first column of the table. */
  heading: string;
  /** One unique text for each point. ISO dates where `days` is set. */
  points: readonly string[];
  /** Spaces the points of a line by time. */
  days?: boolean;
  /** Points whose period is not over, or not covered. They are hatched. */
  incomplete?: readonly string[];
  /** A point's label below the axis. Default: the value. */
  tick?: (point: string) => string;
  /** A point's label in the tooltip and table. Default: the axis label. */
  name?: (point: string) => string;
}

export interface ChartProps {
  /** What the chart shows. Names the chart and its table. */
  label: string;
  axis: ChartAxis;
  series: readonly ChartSeries[];
  /** The measure and unit of the value axis, for example `Change since Aug 20 (%)`. */
  unit: string;
  /** A value in the tooltip and in the table. */
  format: (value: number) => string;
  /** Formats a value at the axis. Default: as in the tooltip. */
  tickFormat?: (value: number) => string;
  /** Opens what a point is made of: on a click on its mark, and from the table. */
  onOpen?: (point: string) => void;
  /** In CSS pixels. The same while loading and as a table. */
  height?: number;
}

export const formatTick = (axis: ChartAxis, point: string): string => axis.tick?.(point) ?? point;

export const formatPointName = (axis: ChartAxis, point: string): string =>
  axis.name?.(point) ?? formatTick(axis, point);
