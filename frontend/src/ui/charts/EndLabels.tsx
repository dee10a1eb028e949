/** Series names at the right ends of their lines, moved apart where the ends are close. */
import { useDrawingArea, useYScale } from '@mui/x-charts/hooks';
import type { ChartSeries } from './chartTypes';
import { spreadLabels } from './spreadLabels';
import { useChartColors } from './useChartColors';

/** Height of a label, in CSS pixels. */
const LINE_HEIGHT = 16;

export function EndLabels({ series }: { series: readonly ChartSeries[] }) {
  const { left, top, width, height } = useDrawingArea();
  const scale = useYScale<'linear'>();
  const hues = useChartColors();
  const ends = series.flatMap((one) => {
    const last = one.values.findLast((value) => value !== undefined);
    return last === undefined ? [] : [{ ...one, y: scale(last) }];
  });
  const places = spreadLabels(
    ends.map((end) => end.y),
    LINE_HEIGHT,
    top,
    top + height,
  );
  // Screen readers get the names from the figure's table.
  return (
    <g aria-hidden>
      {ends.map(({ name, tone }, index) => (
        <g key={name} transform={`translate(${String(left + width + 8)} ${String(places[index] ?? top)})`}>
          <circle r={4} cx={4} fill={hues.chart[tone]} />
          <text x={12} dominantBaseline="central" fontSize={12} fill={hues.text.primary}>
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}
