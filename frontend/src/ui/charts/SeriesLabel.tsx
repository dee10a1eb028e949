/** The name of a series next to a stroke in its color. */
import Box from '@mui/material/Box';
import { COMPARED_OPACITY, type ChartSeries } from './chartTypes';

export function SeriesLabel({ series }: { series: ChartSeries }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, typography: 'body2' }}>
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 16,
          borderTop: 3,
          borderTopStyle: series.compared ? 'dashed' : 'solid',
          borderColor: `chart.${series.tone}`,
          ...(series.compared && { opacity: COMPARED_OPACITY }),
        }}
      />
      {series.name}
    </Box>
  );
}
