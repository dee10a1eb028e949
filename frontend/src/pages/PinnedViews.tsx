/** The saved views that the user has pinned. Loaded after the dashboard. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { PinnedPanel } from '@/features/metrics/PinnedPanel';
import { catalogueQuery } from '@/features/metrics/queries';
import { pinnedViewsQuery } from '@/features/metrics/viewQueries';
import { t } from '@/messages/en/pinned_views';
import { ErrorAlert } from '@/ui/ErrorAlert';

export default function PinnedViews() {
  const pins = useQuery(pinnedViewsQuery);
  const views = pins.data?.items ?? [];
  const catalogue = useQuery({ ...catalogueQuery, enabled: views.length > 0 });
  const { error, refetch, isFetching } = pins.error ? pins : catalogue;
  if (error && !(pins.data && catalogue.data)) {
    return (
      <Box sx={{ gridColumn: '1 / -1' }}>
        <ErrorAlert
          {...errorText(error, t('couldntLoadPins'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Box>
    );
  }
  return views.map((view) => <PinnedPanel key={view.id} view={view} datasets={catalogue.data?.datasets} />);
}
