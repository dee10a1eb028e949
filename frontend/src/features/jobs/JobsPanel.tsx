/** Background jobs: queued, running and failed ones. */
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { explainSyncMessage } from '@/lib/syncMessages';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/jobs';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { jobsQuery, type Job } from './queries';
import {
  formatAge,
  parseStateFilter,
  STATE_FILTERS,
  stateFilterLabel,
  jobKindLabel,
  jobStateLabel,
  type StateFilter,
} from './jobLabels';

const columns: Column<Job>[] = [
  {
    id: 'task',
    value: jobKindLabel,
    get heading() {
      return t('task');
    },
    noWrap: true,
    render: jobKindLabel,
  },
  {
    id: 'status',
    value: (job) => jobStateLabel(job, new Date()),
    get heading() {
      return t('status');
    },
    noWrap: true,
    render: (job) => jobStateLabel(job, new Date()),
  },
  {
    id: 'age',
    value: (job) => job.createdAt,
    get heading() {
      return t('age');
    },
    numeric: true,
    noWrap: true,
    render: (job) => formatAge(job, new Date()),
  },
  {
    id: 'attempts',
    value: (job) => job.attempts,
    get heading() {
      return t('attempts');
    },
    numeric: true,
    render: (job) => formatCount(job.attempts),
  },
  {
    id: 'lastError',
    value: (job) => job.lastError,
    get heading() {
      return t('lastError');
    },
    render: (job) =>
      job.lastError === undefined ? '-' : explainSyncMessage(job.lastError, job.lastErrorCode),
  },
];

export function JobsPanel() {
  const [address, setAddress] = useUrlParams();
  const choice = parseStateFilter(address.get('jobs'));
  const jobs = useInfiniteQuery(jobsQuery(choice === 'all' ? undefined : choice));
  const choose = (chosen: StateFilter) =>
    setAddress(
      (before) => {
        const state = chosen === 'all' ? undefined : chosen;
        if (state === undefined) before.delete('jobs');
        else before.set('jobs', state);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Panel title={t('backgroundTasks')} subtitle={t('syncsAndEmailsNewestFirst')}>
      <Box sx={{ mb: 4 }}>
        <ToggleGroup
          label={t('status')}
          options={STATE_FILTERS}
          optionLabel={stateFilterLabel}
          selected={[choice]}
          onToggle={choose}
        />
      </Box>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (jobs.isPending) return <LoadingPlaceholder label={t('theTasksAreLoading')} height={240} />;
    if (jobs.isError && !jobs.data) {
      const errorProps = errorText(jobs.error, t('couldntLoadTheTasks'));
      return <ErrorAlert {...errorProps} onRetry={() => void jobs.refetch()} retrying={jobs.isFetching} />;
    }
    const all = jobs.data.pages.flatMap((page) => page.items);
    if (all.length === 0) {
      return <EmptyState>{choice === 'all' ? t('noTasksYet') : t('noMatchingTasks')}</EmptyState>;
    }
    return (
      <>
        <DataTable
          id="jobs"
          more={nextPage(jobs, t('showOlderTasks'))}
          label={t('backgroundTasks')}
          columns={columns}
          rows={all}
          rowKey={(job) => job.id}
        />
      </>
    );
  }
}
