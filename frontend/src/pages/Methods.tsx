/** How the figures of the screens are made, and how they have come out on the organization's own rows. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { Freshness } from '@/features/data_sync/Freshness';
import { MethodPanel } from '@/features/methods/MethodPanel';
import { methods } from '@/features/methods/queries';
import { FailureNotice } from '@/ui/FailureNotice';
import { SampleMark, StaleMark } from '@/ui/marks';
import { PageTitle } from '@/ui/PageTitle';
import { Waiting } from '@/ui/Waiting';

export default function Methods() {
  const { data, error, isRefetchError, isFetching, dataUpdatedAt, refetch } = useQuery(methods);
  const failure = error && !data ? sayFailure(error, 'The methods did not load.') : undefined;
  return (
    <>
      <PageTitle
        title="How these figures are made"
        purpose="Method, formula and rows of each figure, and how such figures came out in the past on your own rows"
        marks={
          <>
            {data?.meta?.asOf && <Freshness asOf={data.meta.asOf} />}
            {data?.meta?.sample && <SampleMark />}
            {isRefetchError && data && <StaleMark since={dataUpdatedAt} />}
          </>
        }
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {failure ? (
          <FailureNotice {...failure} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data ? (
          data.data.figures.map((figure) => (
            <MethodPanel key={figure.name} figure={figure} asOf={data.meta?.asOf} />
          ))
        ) : (
          <Waiting label="Methods are loading" height={640} />
        )}
      </Box>
    </>
  );
}
