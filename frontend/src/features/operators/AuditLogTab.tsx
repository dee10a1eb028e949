/** What operators did where no organization's own log tells of it, newest first. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { operatorAuditLogQuery, type AuditLogEntry } from './emailQueries';
import { actionLabel } from './operatorLabels';

const columns: Column<AuditLogEntry>[] = [
  { heading: 'When', render: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time> },
  {
    heading: 'Who',
    render: ({ operatorId, operatorName }) => (operatorId ? operatorName : 'The server’s command line'),
  },
  { heading: 'What', render: ({ action }) => actionLabel(action) },
  {
    heading: 'To what',
    render: ({ targetName, targetId }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {targetName ?? targetId ?? '-'}
      </Box>
    ),
  },
];

export function AuditLogTab() {
  const deeds = useInfiniteQuery(operatorAuditLogQuery);
  return (
    <Panel
      title="Record"
      subtitle="Who became an operator, and who read a letter. Decisions about an organization stand in its own audit log."
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (deeds.isPending) return <LoadingPlaceholder label="The record is loading" height={240} />;
    const failed = deeds.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(deeds.error, 'The record did not load.')}
          onRetry={() => void deeds.refetch()}
          retrying={deeds.isFetching}
        />
      </Box>
    );
    if (!deeds.data) return failed;
    const rows = deeds.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <EmptyState>Nothing was done yet.</EmptyState>
        ) : (
          <DataTable label="Record" columns={columns} rows={rows} rowKey={(deed) => deed.id} />
        )}
        {deeds.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void deeds.fetchNextPage()}
            disabled={deeds.isFetchingNextPage}
          >
            Show older rows
          </Button>
        )}
      </>
    );
  }
}
