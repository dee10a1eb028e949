/** Changed columns of the source: withheld tables, policies for future changes, and a preview. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/data_sync_panels';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { ColumnPolicies } from './ColumnPolicies';
import { ColumnPreview } from './ColumnPreview';
import { columnDriftQuery } from './driftQueries';
import { PendingColumns } from './PendingColumns';

export function ColumnChangesPanel({ mayChange }: { mayChange: boolean }) {
  const drift = useQuery(columnDriftQuery);
  const tables = drift.data?.tables;
  return (
    <Panel title={t('columnChanges')} subtitle={t('whatToDoWhenAColumn')}>
      {drift.isPending && <LoadingPlaceholder label={t('theColumnsAreLoading')} height={240} />}
      {drift.isError && !drift.data && (
        <ErrorAlert
          {...errorText(drift.error, t('couldntLoadTheColumns'))}
          onRetry={() => void drift.refetch()}
          retrying={drift.isFetching}
        />
      )}
      {tables && (
        <Box sx={{ display: 'grid', gap: 4 }}>
          {tables.every(({ columns }) => columns.length === 0) && (
            <EmptyState>{t('noColumnsRecordedYetTheFirst')}</EmptyState>
          )}
          {tables.map(
            ({ sourceTable, pending }) =>
              pending && (
                <PendingColumns
                  key={sourceTable}
                  table={sourceTable}
                  pending={pending}
                  mayChange={mayChange}
                />
              ),
          )}
          <ColumnPolicies tables={tables} mayChange={mayChange} />
          <ColumnPreview />
        </Box>
      )}
    </Panel>
  );
}
