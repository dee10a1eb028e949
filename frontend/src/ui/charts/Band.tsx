/** The area between two lines, wherever both have a value. */
import { useXScale, useYScale } from '@mui/x-charts/hooks';
import { runs } from './runs';

interface BandProps {
  points: readonly string[];
  low: readonly (number | undefined)[];
  high: readonly (number | undefined)[];
  fill: string;
}

export function Band({ points, low, high, fill }: BandProps) {
  const across = useXScale<'point'>();
  const up = useYScale<'linear'>();
  // Screen readers have the ends of the range from the figure's table.
  return (
    <g aria-hidden>
      {runs(low, high).map((run) => {
        const x = (place: number) => across(points[place] ?? '') ?? 0;
        const top = run.map(({ place, high }) => `${String(x(place))},${String(up(high))}`);
        const bottom = run.map(({ place, low }) => `${String(x(place))},${String(up(low))}`).reverse();
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
