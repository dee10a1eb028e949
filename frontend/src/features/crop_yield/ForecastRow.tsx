/** One forecast: crop, confidence, change from last year, and yield. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatPercent } from '@/lib/format';
import { MISSING_NAME, MISSING_NUMBER } from '@/lib/missingData';
import { translateWord } from '@/lib/translate';
import { formatYield } from '@/lib/yieldFormat';
import { t } from '@/messages/en/crop_yield';
import { PercentChange } from '@/ui/PercentChange';
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
          {forecast.crop_type || translateWord(MISSING_NAME)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('harvestConfidence', {
            year: forecast.year,
            confidence_level: formatPercent(forecast.confidence_level ?? MISSING_NUMBER),
          })}
        </Typography>
        {forecast.note !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {forecast.note}
          </Typography>
        )}
      </Box>
      <Box sx={{ textAlign: 'end', whiteSpace: 'nowrap' }}>
        <PercentChange value={forecast.yield_change_percent ?? MISSING_NUMBER} judged />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatYield(forecast.forecasted_yield ?? MISSING_NUMBER, forecast.crop_type ?? '')}
        </Typography>
      </Box>
    </Box>
  );
}
