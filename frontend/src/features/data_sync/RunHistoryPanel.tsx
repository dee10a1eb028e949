/** Every run: when, how it ended, what it changed, and the rows that could not land. */
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { TextLink } from '@/ui/TextLink';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { runsQuery, runKindLabel, formatRunDuration, stateLabel, type SyncRun } from './runs';
import { RunTables } from './RunTables';

const columns: Column<SyncRun>[] = [
  { heading: 'Started', render: (run) => formatDateTime(run.startedAt) },
  { heading: 'State', render: (run) => stateLabel(run.state) },
  { heading: 'Kind', render: runKindLabel },
  { heading: 'Took', numeric: true, render: (run) => formatRunDuration(run, new Date()) },
  { heading: 'Added', numeric: true, render: ({ stats }) => formatCount(stats.inserted) },
  { heading: 'Changed', numeric: true, render: ({ stats }) => formatCount(stats.updated) },
  { heading: 'Unchanged', numeric: true, render: ({ stats }) => formatCount(stats.unchanged) },
  { heading: 'Removed', numeric: true, render: ({ stats }) => formatCount(stats.deleted) },
  { heading: 'Rejected', numeric: true, render: rejected },
];

const tables: Detail<SyncRun> = {
  label: 'Tables',
  rowName: (run) => `of the run of ${formatDateTime(run.startedAt)}`,
  render: (run) => <RunTables tables={run.tables} />,
};

export function RunHistoryPanel() {
  const runs = useInfiniteQuery(runsQuery);
  return (
    <Panel title="Run History" subtitle="Newest first.">
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (runs.isPending) return <LoadingPlaceholder label="The run history is loading" height={240} />;
    if (runs.isError && !runs.data) {
      const said = errorText(runs.error, 'The run history did not load.');
      return <ErrorAlert {...said} onRetry={() => void runs.refetch()} retrying={runs.isFetching} />;
    }
    const all = runs.data.pages.flatMap((page) => page.items);
    if (all.length === 0) return <EmptyState>Nothing was synced yet. The first run appears here.</EmptyState>;
    return (
      <>
        <DataTable label="Runs" columns={columns} rows={all} rowKey={(run) => run.id} detail={tables} />
        {runs.hasNextPage && (
          <Button sx={{ mt: 3 }} onClick={() => void runs.fetchNextPage()} disabled={runs.isFetchingNextPage}>
            Show older runs
          </Button>
        )}
      </>
    );
  }
}

function rejected({ id, stats }: SyncRun): ReactNode {
  if (stats.errors === 0) return '0';
  return <TextLink to={rejectsPath(id)}>{formatCount(stats.errors)}</TextLink>;
}
