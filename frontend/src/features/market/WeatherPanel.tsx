/** The weather of the four regions and of own ones, and the days suitable for field work. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/market';
import { MethodDetails } from '@/ui/MethodDetails';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import type { MarketFilters } from './marketFilters';
import { MarketPanel } from './MarketPanel';
import { NoMatches } from './NoMatches';
import { FetchedAt } from './FetchedAt';
import { filterRegions } from './filtering';
import type { Market } from './useMarket';
import { permissionsQuery } from './queries';
import { WeatherRow } from './WeatherRow';

interface WeatherPanelProps {
  market: Market;
  choices: MarketFilters;
  onClear: () => void;
}

export function WeatherPanel({ market, choices, onClear }: WeatherPanelProps) {
  return (
    <MarketPanel
      market={market}
      title={t('weatherImpact')}
      holds={t('theWeather')}
      height={360}
      sample={market.data?.weather.sample}
    >
      {({ weather }) => {
        if (!weather.hasProvider) return <NoProvider />;
        if (weather.regions.length === 0) {
          return <EmptyState>{weather.status ?? t('noWeatherReportsRightNow')}</EmptyState>;
        }
        const regions = filterRegions(weather, choices);
        return (
          <>
            {weather.status !== undefined && (
              <Typography variant="body2" sx={{ color: 'warning.main', mb: 3 }}>
                {weather.status}
              </Typography>
            )}
            {regions.length === 0 ? (
              <NoMatches onClear={onClear}>{t('noMatchingRegions')}</NoMatches>
            ) : (
              <Box
                component="ul"
                aria-label={t('weatherByRegion')}
                sx={{
                  listStyle: 'none',
                  m: 0,
                  p: 0,
                  display: 'grid',
                  columnGap: 6,
                  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
                }}
              >
                {regions.map((region) => (
                  <WeatherRow key={region.region} weather={region} />
                ))}
              </Box>
            )}
            <FetchedAt at={weather.readAt} />
            <MethodDetails method={`${weather.rule}.`} />
          </>
        );
      }}
    </MarketPanel>
  );
}

/** Says who can set a provider. Visitors never see it: the demo has a sample. */
function NoProvider() {
  const { data: account } = useQuery(permissionsQuery);
  if (!hasPermission(account?.permissions, 'organization.manage'))
    return <EmptyState>{t('askForAWeatherProvider')}</EmptyState>;
  return (
    <EmptyState
      action={
        <ButtonLink to="/organization?tab=settings" size="small">
          {t('setAWeatherProvider')}
        </ButtonLink>
      }
    >
      {t('noWeatherProviderIsSet')}
    </EmptyState>
  );
}
