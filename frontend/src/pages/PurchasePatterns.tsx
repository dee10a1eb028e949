/** Customer purchase patterns: who buys what and when, upcoming needs, and the best months to buy. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import { FetchError } from '@/features/customers/FetchError';
import { NoOrders } from '@/features/customers/NoOrders';
import { PatternsPanel } from '@/features/customers/PatternsPanel';
import { PredictionsPanel } from '@/features/customers/PredictionsPanel';
import { customerSegmentationQuery } from '@/features/customers/queries';
import { SegmentationPanel } from '@/features/customers/SegmentationPanel';
import { Freshness } from '@/features/data_sync/Freshness';
import { IncompleteData } from '@/features/data_sync/IncompleteData';
import { t } from '@/messages/en/customers';
import { Loading } from '@/ui/Loading';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { PageHeader } from '@/ui/PageHeader';
import { StaleFigures } from '@/ui/StaleFigures';

export default function PurchasePatterns() {
  const query = useQuery(customerSegmentationQuery);
  const { data, error, isRefetchError, dataUpdatedAt, refetch } = query;
  // Drawn in slices, so that the page answers while all panels appear at once.
  const response = useDeferredValue(data);
  const meta = response?.meta;
  return (
    <>
      <PageHeader
        title={t('customerPurchasePatterns')}
        subtitle={t('aiDrivenInsightsOnCustomerPurchasing')}
        badges={
          <>
            {meta?.asOf && <Freshness dates={meta} />}
            {meta?.sample && <SampleBadge />}
            {isRefetchError && <StaleBadge since={dataUpdatedAt} />}
          </>
        }
      />
      <StaleFigures dates={meta} />
      <IncompleteData tables={['inventory_data', 'sales_transactions', 'customer_profiles']} />
      {body()}
    </>
  );

  function body(): ReactNode {
    if (!response) {
      if (!error) return <Loading>{t('loading')}</Loading>;
      return <FetchError failure={error} onRetry={() => void refetch()} />;
    }
    const { data } = response;
    if (data.customersWithOrders === 0) return <NoOrders reason={data.status.segmentation} />;
    return (
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <SegmentationPanel customers={data} meta={meta} />
        <PredictionsPanel customers={data} meta={meta} />
        <PatternsPanel customers={data} meta={meta} />
      </Box>
    );
  }
}
