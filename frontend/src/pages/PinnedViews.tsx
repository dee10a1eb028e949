/** The saved views that the user has pinned. Loaded after the dashboard, and their figures if there are any. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { errorText } from '@/api/errors';
import { pinnedViewsQuery } from '@/features/metrics/viewQueries';
import { t } from '@/messages/en/pinned_views';
import { ErrorAlert } from '@/ui/ErrorAlert';

const PinnedPanels = lazy(async () => ({
  default: (await import('@/features/metrics/PinnedPanels')).PinnedPanels,
}));

export default function PinnedViews() {
  const { data, error, refetch, isFetching } = useQuery(pinnedViewsQuery);
  if (data) {
    return (
      data.items.length > 0 && (
        <Suspense>
          <PinnedPanels views={data.items} />
        </Suspense>
      )
    );
  }
  return (
    error && (
      <Box sx={{ gridColumn: '1 / -1' }}>
        <ErrorAlert
          {...errorText(error, t('couldntLoadPins'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Box>
    )
  );
}
