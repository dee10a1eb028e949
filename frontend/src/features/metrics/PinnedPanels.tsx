/** The panels of the pinned views. */
import Box from '@mui/material/Box';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/pinned_views';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { PinnedPanel } from './PinnedPanel';
import { catalogueQuery } from './queries';

export function PinnedPanels({ views }: { views: readonly Schemas['SavedView'][] }) {
  const { data, error, refetch, isFetching } = useQuery(catalogueQuery);
  if (error && !data) {
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
  return views.map((view) => <PinnedPanel key={view.id} view={view} datasets={data?.datasets} />);
}
