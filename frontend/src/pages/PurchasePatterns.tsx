/** Who buys what and when, what the next weeks will need, and when it pays to have bought for them. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FetchFailure } from '@/features/customers/FetchFailure';
import { NoOrders } from '@/features/customers/NoOrders';
import { PatternsPanel } from '@/features/customers/PatternsPanel';
import { PredictionsPanel } from '@/features/customers/PredictionsPanel';
import { customerSegmentation } from '@/features/customers/queries';
import { SegmentationPanel } from '@/features/customers/SegmentationPanel';
import { Freshness } from '@/features/data_sync/Freshness';
import { Loading } from '@/ui/Loading';
import { SampleMark, StaleMark } from '@/ui/marks';
import { PageTitle } from '@/ui/PageTitle';

export default function PurchasePatterns() {
  const query = useQuery(customerSegmentation);
  const { data: answered, error, isRefetchError, dataUpdatedAt, refetch } = query;
  const meta = answered?.meta;
  return (
    <>
      <PageTitle
        title="Customer Purchase Patterns"
        purpose="AI-driven insights on customer purchasing patterns, predicted future needs, and optimal purchasing times."
        marks={
          <>
            {meta?.asOf && <Freshness asOf={meta.asOf} />}
            {meta?.sample && <SampleMark />}
            {isRefetchError && <StaleMark since={dataUpdatedAt} />}
          </>
        }
      />
      {body()}
    </>
  );

  function body(): ReactNode {
    if (!answered) {
      if (!error) return <Loading>Loading</Loading>;
      return <FetchFailure failure={error} onRetry={() => void refetch()} />;
    }
    const { data } = answered;
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
