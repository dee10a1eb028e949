/**
 * The dashboard: four figures, recommendations, yields and prices. Waits for both analytics responses once.
 */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, type ReactNode } from 'react';
import { useSignedIn } from '@/auth/session';
import { cropYieldForecastQuery } from '@/features/crop_yield/queries';
import { YieldPanel } from '@/features/crop_yield/YieldPanel';
import { Freshness } from '@/features/data_sync/Freshness';
import { IncompleteData } from '@/features/data_sync/IncompleteData';
import { recommendationsQuery, purchasingSummaryQuery } from '@/features/purchasing/queries';
import { RecommendationsPanel } from '@/features/purchasing/RecommendationsPanel';
import { SummaryCards } from '@/features/purchasing/SummaryCards';
import { PriceIndexPanel } from '@/features/supply_prices/PriceIndexPanel';
import { supplyPriceIndexQuery } from '@/features/supply_prices/queries';
import { t } from '@/messages/en/dashboard';
import { Loading } from '@/ui/Loading';
import { SampleBadge } from '@/ui/dataBadges';
import { PageHeader } from '@/ui/PageHeader';
import { StaleFigures } from '@/ui/StaleFigures';
import { useIsNarrow } from '@/ui/useIsNarrow';
import { useRememberedHeight } from '@/ui/useRememberedHeight';

// Loaded for users who have no recommendation yet.
const GetStarted = lazy(() => import('./GetStarted'));
// Loaded after the figures of the page.
const Today = lazy(() => import('./Today'));
const SpendHistory = lazy(() => import('./SpendHistory'));
const PinnedViews = lazy(() => import('./PinnedViews'));

/** Heights that are reserved for what is loaded later, in CSS pixels: four tasks until their number is known. */
const TODAY_HEIGHT = { narrow: 410, wide: 260 };
const HISTORY_HEIGHT = 370;

export default function Dashboard() {
  const yields = useQuery(cropYieldForecastQuery);
  const prices = useQuery(supplyPriceIndexQuery);
  const summary = useQuery(purchasingSummaryQuery);
  const advice = useQuery(recommendationsQuery);
  const signedIn = useSignedIn();

  // Drawn in slices, so that the page answers while all panels appear at once.
  const isFetched = useDeferredValue(yields.isFetched && prices.isFetched);
  if (!isFetched) return <Loading>{t('loadingAnalyticsData')}</Loading>;

  const meta = summary.data?.meta;
  const isUpdating = [advice, prices].some(({ data }) => data?.meta?.isUpdating);
  const stock = advice.data?.meta?.n ?? 0;
  const { items, withoutReorderPoint = 0, inOpenDrafts: waitingInDrafts } = advice.data?.data ?? {};
  // No stock item can be evaluated: there are none, or too little data.
  const beginning = signedIn && items?.length === 0 && waitingInDrafts === 0 && withoutReorderPoint === stock;
  const noPurchases = meta?.n === 0 && (beginning || advice.isPending);
  return (
    <>
      <PageHeader
        title={t('dashboard')}
        subtitle={t('welcomeBackHeresYourAgriculturalSupply')}
        badges={
          <>
            {meta?.asOf && <Freshness dates={meta} />}
            {meta?.sample && <SampleBadge />}
          </>
        }
      />
      <StaleFigures dates={{ ...meta, isUpdating }} />
      <IncompleteData
        tables={['inventory_data', 'sales_transactions', 'customer_profiles', 'supplier_data']}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {beginning && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <Suspense fallback={<Loading>{t('loadingTheFirstSteps')}</Loading>}>
              <GetStarted stockRows={stock} withoutReorderPoint={withoutReorderPoint} />
            </Suspense>
          </Box>
        )}
        {!beginning && !noPurchases && (
          <TodaySpace>
            <Suspense>
              <Today />
            </Suspense>
          </TodaySpace>
        )}
        {!noPurchases && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <SummaryCards />
          </Box>
        )}
        <Box sx={{ gridColumn: '1 / -1' }}>
          <RecommendationsPanel />
        </Box>
        {meta?.asOf !== undefined && meta.n !== 0 && (
          <Box sx={{ gridColumn: '1 / -1', minHeight: HISTORY_HEIGHT }}>
            <Suspense>
              <SpendHistory asOf={meta.asOf} />
            </Suspense>
          </Box>
        )}
        <YieldPanel />
        <PriceIndexPanel />
        {signedIn && (
          <Suspense>
            <PinnedViews />
          </Suspense>
        )}
      </Box>
    </>
  );
}

/** Space for the tasks of the day, which have fewer lines on wide screens. */
function TodaySpace({ children }: { children: ReactNode }) {
  const width = useIsNarrow('md') ? 'narrow' : 'wide';
  const { reserved, measure } = useRememberedHeight(`today-${width}`, TODAY_HEIGHT[width]);
  return (
    <Box sx={{ gridColumn: '1 / -1' }} style={{ minHeight: reserved }}>
      <div ref={measure}>{children}</div>
    </Box>
  );
}
