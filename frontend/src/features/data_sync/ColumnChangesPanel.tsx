/** Columns of the source that are not what they were: tables that are withheld, what to do next time, and a look ahead. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
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
    <Panel
      title="Column changes"
      subtitle="What a sync does when a column that it reads is gone or holds something else."
    >
      {drift.isPending && <LoadingPlaceholder label="The columns are loading" height={240} />}
      {drift.isError && !drift.data && (
        <ErrorAlert
          {...errorText(drift.error, 'The columns did not load.')}
          onRetry={() => void drift.refetch()}
          retrying={drift.isFetching}
        />
      )}
      {tables && (
        <Box sx={{ display: 'grid', gap: 4 }}>
          {tables.every(({ columns }) => columns.length === 0) && (
            <EmptyState>
              No columns are remembered of this source yet. The first sync remembers them.
            </EmptyState>
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
