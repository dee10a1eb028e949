/** The weather of one region: now, in the coming days, and for field work. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatRainfall as rain, formatTemperature as degrees } from '@/lib/weatherFormat';
import { t } from '@/messages/en/market';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import type { WeatherRegion } from './queries';

export function WeatherRow({ weather }: { weather: WeatherRegion }) {
  const { region, place: index, temperature, rainfall, conditions, fitDays, days } = weather;
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, alignItems: 'baseline' }}>
        <Typography variant="h3">{region}</Typography>
        <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          {degrees(temperature)}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {index}
      </Typography>
      <DescriptionList>
        <DescriptionItem name={t('conditions')}>{conditions}</DescriptionItem>
        <DescriptionItem name={t('rainfallDays', { days: String(days) })}>{rain(rainfall)}</DescriptionItem>
      </DescriptionList>
      <Box aria-hidden sx={{ display: 'flex', gap: '3px', mt: 3, mb: 1 }}>
        {Array.from({ length: days }, (_, index) => (
          <Box
            key={index}
            sx={{
              flexGrow: 1,
              height: 6,
              borderRadius: 0.3,
              border: 1,
              borderColor: index < fitDays ? 'success.main' : 'outline',
              bgcolor: index < fitDays ? 'success.main' : 'transparent',
            }}
          />
        ))}
      </Box>
      <Typography variant="body2">{t('suitableForFieldWorkOfDays', { fitDays, days })}</Typography>
    </Box>
  );
}
