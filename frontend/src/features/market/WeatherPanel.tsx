/** The weather of the four regions and what it leaves of the days for field work. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { HowComputed } from '@/ui/HowComputed';
import { Notice } from '@/ui/Notice';
import type { MarketChoices } from './choices';
import { MarketPanel } from './MarketPanel';
import { NothingLeft } from './NothingLeft';
import { ReadAt } from './ReadAt';
import { shownRegions } from './shown';
import type { Market } from './useMarket';
import { WeatherRow } from './WeatherRow';

interface WeatherPanelProps {
  market: Market;
  choices: MarketChoices;
  onClear: () => void;
}

export function WeatherPanel({ market, choices, onClear }: WeatherPanelProps) {
  return (
    <MarketPanel
      market={market}
      title="Weather Impact"
      holds="The weather reports"
      height={360}
      sample={market.shown?.weather.sample}
    >
      {({ weather }) => {
        if (weather.regions.length === 0) {
          return <Notice>{weather.status ?? 'The weather service reports no weather right now.'}</Notice>;
        }
        const regions = shownRegions(weather, choices);
        return (
          <>
            {weather.status !== undefined && (
              <Typography variant="body2" sx={{ color: 'warning.main', mb: 3 }}>
                {weather.status}
              </Typography>
            )}
            {regions.length === 0 ? (
              <NothingLeft onClear={onClear}>No region passes the filters.</NothingLeft>
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
            <ReadAt at={weather.readAt} />
            <HowComputed method={`${weather.rule}.`} />
          </>
        );
      }}
    </MarketPanel>
  );
}
