/** One forecast: crop, how sure, change against last year, and the yield itself. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { percent } from '@/lib/format';
import { cropYield } from '@/lib/measures';
import { Change } from '@/ui/Change';
import type { YieldForecast } from './queries';

export function ForecastRow({ forecast }: { forecast: YieldForecast }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 4,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {forecast.crop_type || 'Unknown'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {forecast.year} harvest, {percent(forecast.confidence_level ?? 0)} confidence
        </Typography>
        {forecast.note !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {forecast.note}
          </Typography>
        )}
      </Box>
      <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
        <Change value={forecast.yield_change_percent ?? 0} judged />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {cropYield(forecast.forecasted_yield ?? 0, forecast.crop_type ?? '')}
        </Typography>
      </Box>
    </Box>
  );
}
