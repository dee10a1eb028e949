/** Every rejected row of one run: where it stands, what it held, and why it did not land. */
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { rejectedRowsQuery, type Reject } from './queries';
import { RejectActions } from './RejectActions';

const columns: Column<Reject>[] = [
  { heading: 'Table', render: (row) => row.table },
  { heading: 'Row', render: rowPosition },
  { heading: 'Column', render: (row) => row.column ?? 'whole row' },
  { heading: 'Value', render: (row) => row.value || '(empty)' },
  { heading: 'Reason', render: (row) => row.reason },
];

export function RejectsPanel({ runId, mayRetry }: { runId: string; mayRetry: boolean }) {
  const rows = useInfiniteQuery(rejectedRowsQuery(runId));
  return (
    <Panel
      title="Rejected rows"
      subtitle="Correct these rows in the warehouse and try them again: they land then. All other rows have landed."
      actions={
        <ButtonLink to={paths.dataSync} size="small">
          Back to Data Sync
        </ButtonLink>
      }
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (rows.isPending) return <LoadingPlaceholder label="The rejected rows are loading" height={320} />;
    if (rows.isError && !rows.data) {
      const said = errorText(rows.error, 'The rejected rows did not load.');
      return <ErrorAlert {...said} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />;
    }
    const rejects = rows.data.pages.flatMap((page) => page.items);
    if (rejects.length === 0) return <EmptyState>No row of this run was rejected.</EmptyState>;
    return (
      <>
        <RejectActions runId={runId} mayRetry={mayRetry} />
        <DataTable
          label="Rejected rows"
          columns={columns}
          rows={rejects}
          rowKey={(_, index) => String(index)}
        />
        {rows.hasNextPage && (
          <Button sx={{ mt: 3 }} onClick={() => void rows.fetchNextPage()} disabled={rows.isFetchingNextPage}>
            Show more
          </Button>
        )}
      </>
    );
  }
}

/** Where the row stands: its file and line where it comes from one, its key where it has one. */
function rowPosition(row: Reject): string {
  const parts = [row.file, row.line !== undefined && `line ${row.line}`, row.key];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
