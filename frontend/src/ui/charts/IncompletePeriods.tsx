/** Hatches the periods of a plot that are not over, so that they don't look like a fall. */
import { useTheme } from '@mui/material/styles';
import { useDrawingArea, useXScale } from '@mui/x-charts/hooks';
import { useId } from 'react';
import type { ChartAxis } from './chartTypes';

/** Distance between the lines of the hatching, in CSS pixels. */
const HATCH_STEP = 6;

export function IncompletePeriods({ axis }: { axis: ChartAxis }) {
  const id = useId();
  const theme = useTheme();
  const band = useXScale<'band'>();
  const time = useXScale<'utc'>();
  const { top, height } = useDrawingArea();
  const { points, incomplete = [] } = axis;
  const bar = axis.days ? 0 : band.bandwidth();
  const across = (index: number): number => {
    const point = points[Math.min(Math.max(index, 0), points.length - 1)] ?? '';
    return (axis.days ? time(new Date(point)) : band(point)) ?? 0;
  };
  const spans = points.flatMap((point, index) => {
    if (!incomplete.includes(point)) return [];
    // A bar is hatched itself; a line between the points beside.
    if (bar > 0) return [{ point, from: across(index), to: across(index) + bar }];
    return [{ point, from: across(index - 1), to: across(index + 1) }];
  });
  if (spans.length === 0) return null;
  const { palette } = theme.vars ?? theme;
  return (
    <g aria-hidden pointerEvents="none">
      <pattern
        id={id}
        width={HATCH_STEP}
        height={HATCH_STEP}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect
          width={HATCH_STEP / 2}
          height={HATCH_STEP}
          fill={bar > 0 ? palette.background.paper : palette.divider}
        />
      </pattern>
      {spans.map(({ point, from, to }) => (
        <rect key={point} x={from} y={top} width={to - from} height={height} fill={`url(#${id})`} />
      ))}
    </g>
  );
}
