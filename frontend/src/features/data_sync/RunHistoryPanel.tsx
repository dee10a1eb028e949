/** Every run: when, how it ended, what it changed, and the rows that could not land. */
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { count, moment } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { TextLink } from '@/ui/TextLink';
import { Waiting } from '@/ui/Waiting';
import { allRuns, kindInWords, runTook, stateInWords, type SyncRun } from './runs';
import { RunTables } from './RunTables';

const columns: Column<SyncRun>[] = [
  { heading: 'Started', show: (run) => moment(run.startedAt) },
  { heading: 'State', show: (run) => stateInWords(run.state) },
  { heading: 'Kind', show: kindInWords },
  { heading: 'Took', numeric: true, show: (run) => runTook(run, new Date()) },
  { heading: 'Added', numeric: true, show: ({ stats }) => count(stats.inserted) },
  { heading: 'Changed', numeric: true, show: ({ stats }) => count(stats.updated) },
  { heading: 'Unchanged', numeric: true, show: ({ stats }) => count(stats.unchanged) },
  { heading: 'Removed', numeric: true, show: ({ stats }) => count(stats.deleted) },
  { heading: 'Rejected', numeric: true, show: rejected },
];

const tables: Detail<SyncRun> = {
  label: 'Tables',
  of: (run) => `of the run of ${moment(run.startedAt)}`,
  show: (run) => <RunTables tables={run.tables} />,
};

export function RunHistoryPanel() {
  const runs = useInfiniteQuery(allRuns);
  return (
    <Panel title="Run History" subtitle="Newest first.">
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (runs.isPending) return <Waiting label="The run history is loading" height={240} />;
    if (runs.isError && !runs.data) {
      const said = sayFailure(runs.error, 'The run history did not load.');
      return <FailureNotice {...said} onRetry={() => void runs.refetch()} retrying={runs.isFetching} />;
    }
    const all = runs.data.pages.flatMap((page) => page.items);
    if (all.length === 0) return <Notice>Nothing was synced yet. The first run appears here.</Notice>;
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
  return <TextLink to={rejectsPath(id)}>{count(stats.errors)}</TextLink>;
}
