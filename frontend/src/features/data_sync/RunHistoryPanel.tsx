/** The run history: time, result, changes and rejected rows. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { t } from '@/messages/en/data_sync_panels';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { TextLink } from '@/ui/TextLink';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { runsQuery, runKindLabel, formatRunDuration, stateLabel, type SyncRun } from './runs';
import { RunTables } from './RunTables';

const columns: Column<SyncRun>[] = [
  {
    id: 'started',
    value: (run) => run.startedAt,
    get heading() {
      return t('started');
    },
    render: (run) => formatDateTime(run.startedAt),
  },
  {
    id: 'status',
    value: (run) => stateLabel(run.state),
    get heading() {
      return t('status');
    },
    render: (run) => stateLabel(run.state),
  },
  {
    id: 'type',
    value: runKindLabel,
    get heading() {
      return t('type');
    },
    render: runKindLabel,
  },
  {
    id: 'duration',
    get heading() {
      return t('duration');
    },
    numeric: true,
    render: (run) => formatRunDuration(run, new Date()),
  },
  {
    id: 'added',
    value: ({ stats }) => stats.inserted,
    get heading() {
      return t('added');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.inserted),
  },
  {
    id: 'updated',
    value: ({ stats }) => stats.updated,
    get heading() {
      return t('updated');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.updated),
  },
  {
    id: 'unchanged',
    value: ({ stats }) => stats.unchanged,
    get heading() {
      return t('unchanged');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.unchanged),
  },
  {
    id: 'deleted',
    value: ({ stats }) => stats.deleted,
    get heading() {
      return t('deleted');
    },
    numeric: true,
    render: ({ stats }) => formatCount(stats.deleted),
  },
  {
    id: 'rejected',
    value: ({ stats }) => stats.errors,
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
        <DataTable
          id="runs"
          more={nextPage(runs, t('showOlderRuns'))}
          label={t('runs')}
          columns={columns}
          rows={all}
          rowKey={(run) => run.id}
          detail={tables}
        />
      </>
    );
  }
}

function rejected({ id, stats }: SyncRun): ReactNode {
  if (stats.errors === 0) return '0';
  return <TextLink to={rejectsPath(id)}>{formatCount(stats.errors)}</TextLink>;
}
