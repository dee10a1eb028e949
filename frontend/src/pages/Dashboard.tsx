/** The overview: four figures, what to buy, yields and prices. It waits for both analytics answers once, never again. */
import Box from '@mui/material/Box';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { cropYieldForecast } from '@/features/crop_yield/queries';
import { YieldPanel } from '@/features/crop_yield/YieldPanel';
import { Freshness } from '@/features/data_sync/Freshness';
import { purchaseRecommendations, purchasingSummary } from '@/features/purchasing/queries';
import { RecommendationsPanel } from '@/features/purchasing/RecommendationsPanel';
import { SummaryCards } from '@/features/purchasing/SummaryCards';
import { PriceIndexPanel } from '@/features/supply_prices/PriceIndexPanel';
import { supplyPriceIndex } from '@/features/supply_prices/queries';
import { Loading } from '@/ui/Loading';
import { SampleMark } from '@/ui/marks';
import { PageTitle } from '@/ui/PageTitle';

export default function Dashboard() {
  const yields = useQuery(cropYieldForecast);
  const prices = useQuery(supplyPriceIndex);
  const summary = useQuery(purchasingSummary);
  usePrefetchQuery(purchaseRecommendations);

  if (!yields.isFetched || !prices.isFetched) return <Loading>Loading analytics data...</Loading>;

  const meta = summary.data?.meta;
  return (
    <>
      <PageTitle
        title="Dashboard"
        purpose="Welcome back! Here's your agricultural supply chain overview."
        marks={
          <>
            {meta?.asOf && <Freshness asOf={meta.asOf} />}
            {meta?.sample && <SampleMark />}
          </>
        }
      />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box sx={{ gridColumn: '1 / -1' }}>
          <SummaryCards />
        </Box>
        <Box sx={{ gridColumn: '1 / -1' }}>
          <RecommendationsPanel />
        </Box>
        <YieldPanel />
        <PriceIndexPanel />
      </Box>
    </>
  );
}
