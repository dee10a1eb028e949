/** Work behind the screens: what waits, what continues, and what failed and why. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { jobsQuery, type Job } from './queries';
import {
  formatAge,
  STATE_FILTER_LABELS,
  parseStateFilter,
  STATE_FILTERS,
  jobKindLabel,
  jobStateLabel,
  type StateFilter,
} from './jobLabels';

const columns: Column<Job>[] = [
  { heading: 'Job', noWrap: true, render: jobKindLabel },
  { heading: 'State', noWrap: true, render: (job) => jobStateLabel(job, new Date()) },
  { heading: 'Age', numeric: true, noWrap: true, render: (job) => formatAge(job, new Date()) },
  { heading: 'Attempts', numeric: true, render: (job) => formatCount(job.attempts) },
  { heading: 'Last error', render: (job) => job.lastError ?? '-' },
];

export function JobsPanel() {
  const [address, setAddress] = useSearchParams();
  const choice = parseStateFilter(address.get('jobs'));
  const jobs = useInfiniteQuery(jobsQuery(STATE_FILTERS[choice]));
  const choose = (chosen: StateFilter) =>
    setAddress(
      (before) => {
        const state = STATE_FILTERS[chosen];
        if (state === undefined) before.delete('jobs');
        else before.set('jobs', state);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Panel title="Jobs" subtitle="Work behind the screens, newest first: syncs, and mails about them.">
      <Box sx={{ mb: 4 }}>
        <ToggleGroup
          label="Jobs to show"
          options={STATE_FILTER_LABELS}
          selected={[choice]}
          onToggle={choose}
        />
      </Box>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (jobs.isPending) return <LoadingPlaceholder label="The jobs are loading" height={240} />;
    if (jobs.isError && !jobs.data) {
      const said = errorText(jobs.error, 'The jobs did not load.');
      return <ErrorAlert {...said} onRetry={() => void jobs.refetch()} retrying={jobs.isFetching} />;
    }
    const all = jobs.data.pages.flatMap((page) => page.items);
    if (all.length === 0) {
      return (
        <EmptyState>
          {choice === 'All' ? 'There was no job yet. The first sync appears here.' : 'No job stands so now.'}
        </EmptyState>
      );
    }
    return (
      <>
        <DataTable label="Jobs" columns={columns} rows={all} rowKey={(job) => job.id} />
        {jobs.hasNextPage && (
          <Button sx={{ mt: 3 }} onClick={() => void jobs.fetchNextPage()} disabled={jobs.isFetchingNextPage}>
            Show older jobs
          </Button>
        )}
      </>
    );
  }
}
