/** How figures are computed, and their track record on the organization's own data. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { Freshness } from '@/features/data_sync/Freshness';
import { IncompleteData } from '@/features/data_sync/IncompleteData';
import { SYNCABLE_TABLES } from '@/features/data_sync/syncableTables';
import { MethodPanel } from '@/features/methods/MethodPanel';
import { methodsQuery } from '@/features/methods/queries';
import { t } from '@/messages/en/methods';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { PageHeader } from '@/ui/PageHeader';
import { StaleFigures } from '@/ui/StaleFigures';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

export default function Methods() {
  const { data, error, isRefetchError, isFetching, dataUpdatedAt, refetch } = useQuery(methodsQuery);
  const failure = error && !data ? errorText(error, t('couldntLoadTheMethods')) : undefined;
  return (
    <>
      <PageHeader
        title={t('howFiguresAreComputed')}
        subtitle={t('methodFormulaDataAndTrackRecord')}
        badges={
          <>
            {data?.meta?.asOf && <Freshness dates={data.meta} />}
            {data?.meta?.sample && <SampleBadge />}
            {isRefetchError && data && <StaleBadge since={dataUpdatedAt} />}
          </>
        }
      />
      <StaleFigures dates={data?.meta} />
      <IncompleteData tables={SYNCABLE_TABLES.map(({ source }) => source)} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {failure ? (
          <ErrorAlert {...failure} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data ? (
          data.data.figures.map((figure) => (
            <MethodPanel key={figure.name} figure={figure} asOf={data.meta?.asOf} />
          ))
        ) : (
          <LoadingPlaceholder label={t('methodsAreLoading')} height={640} />
        )}
      </Box>
    </>
  );
}
