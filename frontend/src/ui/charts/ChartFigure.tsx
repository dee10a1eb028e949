/** The frame of a chart: axis title, series names, and the figures as a table on demand. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { t } from '@/messages/en/ui_charts';
import type { ChartProps } from './chartTypes';
import { ChartTable } from './ChartTable';
import { SeriesLabel } from './SeriesLabel';

interface ChartFigureProps extends ChartProps {
  height: number;
  /** Where the series names appear above the chart. */
  names: 'always' | 'narrow' | 'none';
  children: ReactNode;
}

export function ChartFigure({ names, children, ...chart }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false);
  const { label, unit, series, axis } = chart;
  const hatched = axis.incomplete?.some((point) => axis.points.includes(point)) ?? false;
  return (
    <Box component="figure" aria-label={label} sx={{ m: 0, minWidth: 0, breakInside: 'avoid' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, alignItems: 'flex-start', mb: 2 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {hatched && !asTable ? t('unitWithIncompletePeriods', { unit }) : unit}
          </Typography>
          {names !== 'none' && !asTable && (
            <Box
              sx={{
                display: names === 'always' ? 'flex' : { xs: 'flex', sm: 'none' },
                flexWrap: 'wrap',
                columnGap: 4,
              }}
            >
              {series.map((one) => (
                <SeriesLabel key={one.name} series={one} />
              ))}
            </Box>
          )}
        </Box>
        <Button
          className="screen-only"
          size="small"
          sx={{ minHeight: 28, py: 0, px: 2, marginInlineStart: 'auto', flexShrink: 0 }}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('viewAsChart') : t('viewAsTable')}
        </Button>
      </Box>
      {asTable ? <ChartTable {...chart} /> : children}
    </Box>
  );
}
