/** Columns of the source that are not what they were: tables that are held, what to do next time, and a look ahead. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { ColumnPolicies } from './ColumnPolicies';
import { ColumnPreview } from './ColumnPreview';
import { columnDrift } from './drift';
import { PendingColumns } from './PendingColumns';

export function ColumnChangesPanel({ mayChange }: { mayChange: boolean }) {
  const drift = useQuery(columnDrift);
  const tables = drift.data?.tables;
  return (
    <Panel
      title="Column changes"
      subtitle="What a sync does when a column that it reads is gone or holds something else."
    >
      {drift.isPending && <Waiting label="The columns are loading" height={240} />}
      {drift.isError && !drift.data && (
        <FailureNotice
          {...sayFailure(drift.error, 'The columns did not load.')}
          onRetry={() => void drift.refetch()}
          retrying={drift.isFetching}
        />
      )}
      {tables && (
        <Box sx={{ display: 'grid', gap: 4 }}>
          {tables.every(({ columns }) => columns.length === 0) && (
            <Notice>No columns are remembered of this source yet. The first sync remembers them.</Notice>
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
