/** The weather of the four regions and what it leaves of the days for field work. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MethodDetails } from '@/ui/MethodDetails';
import { EmptyState } from '@/ui/EmptyState';
import type { MarketFilters } from './marketFilters';
import { MarketPanel } from './MarketPanel';
import { NoMatches } from './NoMatches';
import { FetchedAt } from './FetchedAt';
import { filterRegions } from './filtering';
import type { Market } from './useMarket';
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
      title="Weather Impact"
      holds="The weather reports"
      height={360}
      sample={market.data?.weather.sample}
    >
      {({ weather }) => {
        if (weather.regions.length === 0) {
          return (
            <EmptyState>{weather.status ?? 'The weather service reports no weather right now.'}</EmptyState>
          );
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
              <NoMatches onClear={onClear}>No region passes the filters.</NoMatches>
            ) : (
              <Box
                component="ul"
                aria-label="Weather by region"
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
