/** Every rejected row of one run: where it stands, what it held, and why it did not land. */
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { rejectedRows, type Reject } from './queries';
import { RejectActions } from './RejectActions';

const columns: Column<Reject>[] = [
  { heading: 'Table', show: (row) => row.table },
  { heading: 'Row', show: place },
  { heading: 'Column', show: (row) => row.column ?? 'whole row' },
  { heading: 'Value', show: (row) => row.value || '(empty)' },
  { heading: 'Reason', show: (row) => row.reason },
];

export function RejectsPanel({ runId, mayRetry }: { runId: string; mayRetry: boolean }) {
  const rows = useInfiniteQuery(rejectedRows(runId));
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
    if (rows.isPending) return <Waiting label="The rejected rows are loading" height={320} />;
    if (rows.isError && !rows.data) {
      const said = sayFailure(rows.error, 'The rejected rows did not load.');
      return <FailureNotice {...said} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />;
    }
    const rejects = rows.data.pages.flatMap((page) => page.items);
    if (rejects.length === 0) return <Notice>No row of this run was rejected.</Notice>;
    return (
      <>
        <RejectActions runId={runId} mayRetry={mayRetry} />
        <DataTable
          label="Rejected rows"
          columns={columns}
          rows={rejects}
          rowKey={(_, place) => String(place)}
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
function place(row: Reject): string {
  const parts = [row.file, row.line !== undefined && `line ${row.line}`, row.key];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
