/** Background jobs: queued, running and failed ones. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/jobs';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
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
    get heading() {
      return t('task');
    },
    noWrap: true,
    render: jobKindLabel,
  },
  {
    get heading() {
      return t('status');
    },
    noWrap: true,
    render: (job) => jobStateLabel(job, new Date()),
  },
  {
    get heading() {
      return t('age');
    },
    numeric: true,
    noWrap: true,
    render: (job) => formatAge(job, new Date()),
  },
  {
    get heading() {
      return t('attempts');
    },
    numeric: true,
    render: (job) => formatCount(job.attempts),
  },
  {
    get heading() {
      return t('lastError');
    },
    render: (job) => job.lastError ?? '-',
  },
];

export function JobsPanel() {
  const [address, setAddress] = useSearchParams();
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
        <DataTable label={t('backgroundTasks')} columns={columns} rows={all} rowKey={(job) => job.id} />
        {jobs.hasNextPage && (
          <Button sx={{ mt: 3 }} onClick={() => void jobs.fetchNextPage()} disabled={jobs.isFetchingNextPage}>
            {t('showOlderTasks')}
          </Button>
        )}
      </>
    );
  }
}
