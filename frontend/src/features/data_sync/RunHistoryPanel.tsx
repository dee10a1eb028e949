/** The run history: time, result, changes and rejected rows. */
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { t } from '@/messages/en/data_sync_panels';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { TextLink } from '@/ui/TextLink';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { runsQuery, runKindLabel, formatRunDuration, stateLabel, type SyncRun } from './runs';
import { RunTables } from './RunTables';

const columns: Column<SyncRun>[] = [
  {
    get heading() {
      return t('started');
    },
    render: (run) => formatDateTime(run.startedAt),
  },
  {
    get heading() {
      return t('status');
    },
    render: (run) => stateLabel(run.state),
  },
  {
    get heading() {
      return t('type');
    },
    render: runKindLabel,
  },
  {
    get heading() {
      return t('duration');
    },
    numeric: true,
    render: (run) => formatRunDuration(run, new Date()),
  },
  {
    get heading() {
      return t('added');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.inserted),
  },
  {
    get heading() {
      return t('updated');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.updated),
  },
  {
    get heading() {
      return t('unchanged');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.unchanged),
  },
  {
    get heading() {
      return t('deleted');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.deleted),
  },
  {
    get heading() {
      return t('rejected');
    },
    numeric: true,
    render: rejected,
  },
];

const tables: Detail<SyncRun> = {
  get label() {
    return t('tables');
  },
  rowName: (run) => t('ofTheRunOn', { startedAt: formatDateTime(run.startedAt) }),
  render: (run) => <RunTables tables={run.tables} />,
};

export function RunHistoryPanel() {
  const runs = useInfiniteQuery(runsQuery);
  return (
    <Panel title={t('runHistory')} subtitle={t('newestFirst')}>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (runs.isPending) return <LoadingPlaceholder label={t('theRunHistoryIsLoading')} height={240} />;
    if (runs.isError && !runs.data) {
      const errorProps = errorText(runs.error, t('couldntLoadTheRunHistory'));
      return <ErrorAlert {...errorProps} onRetry={() => void runs.refetch()} retrying={runs.isFetching} />;
    }
    const all = runs.data.pages.flatMap((page) => page.items);
    if (all.length === 0) return <EmptyState>{t('noSyncsYet')}</EmptyState>;
    return (
      <>
        <DataTable label={t('runs')} columns={columns} rows={all} rowKey={(run) => run.id} detail={tables} />
        {runs.hasNextPage && (
          <Button sx={{ mt: 3 }} onClick={() => void runs.fetchNextPage()} disabled={runs.isFetchingNextPage}>
            {t('showOlderRuns')}
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
