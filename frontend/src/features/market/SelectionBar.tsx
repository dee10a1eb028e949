/** Selects the timeframe and the commodity of the page. */
import Box from '@mui/material/Box';
import { t } from '@/messages/en/market';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { COMMODITY_FILTERS, TIMEFRAMES } from './marketFilters';
import { marketLabel } from './marketLabels';
import type { MarketFilterState } from './useMarketFilters';

export function SelectionBar({ filters, change }: Pick<MarketFilterState, 'filters' | 'change'>) {
  return (
    <Box className="screen-only" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 3 }}>
      <ToggleGroup
        label={t('timeframe')}
        options={TIMEFRAMES}
        selected={[filters.timeframe]}
        onToggle={(timeframe) => change({ timeframe })}
      />
      <ToggleGroup
        label={t('commodity')}
        options={COMMODITY_FILTERS}
        optionLabel={marketLabel}
        selected={[filters.commodity]}
        onToggle={(commodity) => change({ commodity })}
      />
    </Box>
  );
}
