/** Commodity prices, forecasts, weather and news. Timeframe, commodity and filters are in the URL. */
import Box from '@mui/material/Box';
import { useSignedIn } from '@/auth/session';
import { Freshness } from '@/features/data_sync/Freshness';
import { IncompleteData } from '@/features/data_sync/IncompleteData';
import { listRegions } from '@/features/market/filtering';
import { countFilters, withRegions } from '@/features/market/marketFilters';
import { CommodityCards } from '@/features/market/CommodityCards';
import { ExportButton } from '@/features/market/ExportButton';
import { FiltersButton } from '@/features/market/FiltersButton';
import { FiltersDisclosure } from '@/features/market/FiltersDisclosure';
import { FiltersPanel } from '@/features/market/FiltersPanel';
import { NewsPanel } from '@/features/market/NewsPanel';
import { PricePanel } from '@/features/market/PricePanel';
import { SelectionBar } from '@/features/market/SelectionBar';
import { useMarket } from '@/features/market/useMarket';
import { useMarketFilters } from '@/features/market/useMarketFilters';
import { VolumePanel } from '@/features/market/VolumePanel';
import { WeatherPanel } from '@/features/market/WeatherPanel';
import { PriceOutliersPanel } from '@/features/supply_prices/PriceOutliersPanel';
import { t } from '@/messages/en/market';
import { SampleBadge } from '@/ui/dataBadges';
import { PageHeader } from '@/ui/PageHeader';
import { StaleFigures } from '@/ui/StaleFigures';

const stack = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' };
/** One card fits next to its chart. */
const twoThirds = { xs: 'minmax(0, 1fr)', md: '320px minmax(0, 1fr)' };
const halves = { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

export default function SupplyAnalysis() {
  const stored = useMarketFilters();
  const market = useMarket(stored.filters);
  const regions = listRegions(market.data?.weather);
  // Until the regions are known, any of the URL may be one.
  const filters = market.data ? withRegions(stored.filters, regions) : stored.filters;
  const held = { ...stored, filters };
  const { change } = stored;
  const signedIn = useSignedIn();
  const clear = () => change({ regions: [], impacts: [] });
  const { meta, data } = market;
  const alone = (data?.commodity ?? filters.commodity) !== 'All' && !market.failure;

  return (
    // A link with filters opens the filter panel.
    <FiltersDisclosure initiallyOpen={countFilters(filters) > 0}>
      <PageHeader
        title={t('supplyAnalysis')}
        subtitle={t('realTimeCommodityPricesAndMarket')}
        badges={
          <>
            {meta?.asOf && <Freshness dates={meta} />}
            {meta?.sample && <SampleBadge />}
          </>
        }
        actions={
          <>
            <FiltersButton set={countFilters(filters)} />
            <ExportButton market={market} choices={filters} />
          </>
        }
      />
      <StaleFigures dates={meta} />
      <IncompleteData tables={['market_prices', 'sales_transactions']} />
      <Box sx={stack}>
        <FiltersPanel regions={regions} {...held} />
        <SelectionBar {...held} />
        <Box sx={{ ...stack, gridTemplateColumns: alone ? twoThirds : stack.gridTemplateColumns }}>
          <CommodityCards market={market} commodity={filters.commodity} />
          <PricePanel market={market} choices={filters} />
        </Box>
        <VolumePanel market={market} choices={filters} />
        {signedIn && <PriceOutliersPanel />}
        <Box sx={{ ...stack, gridTemplateColumns: halves }}>
          <WeatherPanel market={market} choices={filters} onClear={clear} />
          <NewsPanel market={market} choices={filters} onClear={clear} />
        </Box>
      </Box>
    </FiltersDisclosure>
  );
}
