/**
 * Bars for named points, with the same figures as a table. The plotting code loads when the chart nears the
 * viewport.
 */
import Box from '@mui/material/Box';
import { onDemand } from '../onDemand';
import type { ChartProps } from './chartTypes';
import { ChartFigure } from './ChartFigure';
import { LazyChart } from './LazyChart';
import { SeriesLabel } from './SeriesLabel';

interface BarChartProps extends ChartProps {
  /** Gives each series a separate chart and scale, for measures that can't be compared. */
  apart?: boolean;
  /** Stacks the series, for values that add up. */
  stacked?: boolean;
}

const BarPlot = onDemand(async () => (await import('./plots')).BarPlot);

export function BarChart({ apart = false, ...props }: BarChartProps) {
  const { height = 320, series, label } = props;
  const split = apart && series.length > 1;
  return (
    <ChartFigure {...props} height={height} names={series.length > 1 && !split ? 'always' : 'none'}>
      {split ? (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              sm: 'repeat(2, minmax(0, 1fr))',
              lg: `repeat(${String(Math.min(series.length, 4))}, minmax(0, 1fr))`,
            },
          }}
        >
          {series.map((one) => (
            <Box key={one.name} sx={{ minWidth: 0 }}>
              <SeriesLabel series={one} />
              <LazyChart label={`${label}: ${one.name}`} height={height} preload={BarPlot.preload}>
                <BarPlot {...props} series={[one]} height={height} />
              </LazyChart>
            </Box>
          ))}
        </Box>
      ) : (
        <LazyChart label={label} height={height} preload={BarPlot.preload}>
          <BarPlot {...props} height={height} />
        </LazyChart>
      )}
    </ChartFigure>
  );
}
