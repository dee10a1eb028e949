/** The area between two lines, wherever both have a value. */
import { useXScale, useYScale } from '@mui/x-charts/hooks';
import { contiguousRanges } from './contiguousRanges';

interface RangeBandProps {
  points: readonly string[];
  low: readonly (number | undefined)[];
  high: readonly (number | undefined)[];
  fill: string;
}

export function RangeBand({ points, low, high, fill }: RangeBandProps) {
  const across = useXScale<'point'>();
  const up = useYScale<'linear'>();
  // Screen readers get the ends of the range from the figure's table.
  return (
    <g aria-hidden>
      {contiguousRanges(low, high).map((run) => {
        const x = (index: number) => across(points[index] ?? '') ?? 0;
        const top = run.map(({ place: index, high }) => `${String(x(index))},${String(up(high))}`);
        const bottom = run.map(({ place: index, low }) => `${String(x(index))},${String(up(low))}`).reverse();
        return (
          <polygon
            key={run[0]?.place}
            points={[...top, ...bottom].join(' ')}
            fill={fill}
            fillOpacity={0.18}
          />
        );
      })}
    </g>
  );
}
