/** Commodity prices, where they are heading, weather and news; timeframe, commodity and filters stand in the address. */
import Box from '@mui/material/Box';
import { useId, useState } from 'react';
import { Freshness } from '@/features/data_sync/Freshness';
import { filterCount } from '@/features/market/choices';
import { CommodityCards } from '@/features/market/CommodityCards';
import { ExportButton } from '@/features/market/ExportButton';
import { FiltersButton } from '@/features/market/FiltersButton';
import { FiltersPanel } from '@/features/market/FiltersPanel';
import { NewsPanel } from '@/features/market/NewsPanel';
import { PricePanel } from '@/features/market/PricePanel';
import { SelectionBar } from '@/features/market/SelectionBar';
import { useMarket } from '@/features/market/useMarket';
import { useMarketChoices } from '@/features/market/useMarketChoices';
import { VolumePanel } from '@/features/market/VolumePanel';
import { WeatherPanel } from '@/features/market/WeatherPanel';
import { SampleMark } from '@/ui/marks';
import { PageTitle } from '@/ui/PageTitle';

const stack = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' };
/** One card stands beside its chart. */
const besideOne = { xs: 'minmax(0, 1fr)', md: '320px minmax(0, 1fr)' };
const halves = { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

export default function SupplyAnalysis() {
  const held = useMarketChoices();
  const { choices, change } = held;
  const market = useMarket(choices);
  const filtersId = useId();
  // A link with filters opens with them in sight.
  const [filtersOpen, setFiltersOpen] = useState(() => filterCount(choices) > 0);
  const clear = () => change({ regions: [], impacts: [] });
  const { meta, shown } = market;
  const alone = (shown?.commodity ?? choices.commodity) !== 'All' && !market.failure;

  return (
    <>
      <PageTitle
        title="Supply Analysis"
        purpose="Real-time commodity prices and market intelligence"
        marks={
          <>
            {meta?.asOf && <Freshness asOf={meta.asOf} />}
            {meta?.sample && <SampleMark />}
          </>
        }
        actions={
          <>
            <FiltersButton
              set={filterCount(choices)}
              open={filtersOpen}
              controls={filtersId}
              onToggle={() => setFiltersOpen(!filtersOpen)}
            />
            <ExportButton market={market} choices={choices} />
          </>
        }
      />
      <Box sx={stack}>
        {filtersOpen && <FiltersPanel id={filtersId} {...held} />}
        <SelectionBar {...held} />
        <Box sx={{ ...stack, gridTemplateColumns: alone ? besideOne : stack.gridTemplateColumns }}>
          <CommodityCards market={market} commodity={choices.commodity} />
          <PricePanel market={market} choices={choices} />
        </Box>
        <VolumePanel market={market} choices={choices} />
        <Box sx={{ ...stack, gridTemplateColumns: halves }}>
          <WeatherPanel market={market} choices={choices} onClear={clear} />
          <NewsPanel market={market} choices={choices} onClear={clear} />
        </Box>
      </Box>
    </>
  );
}
