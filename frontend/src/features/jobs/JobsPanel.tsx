/** Work behind the screens: what waits, what goes on, and what failed and why. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { count } from '@/lib/format';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { jobList, type Job } from './queries';
import { age, choiceNames, choiceOf, choices, kindInWords, stateInWords, type Choice } from './words';

const columns: Column<Job>[] = [
  { heading: 'Job', whole: true, show: kindInWords },
  { heading: 'State', whole: true, show: (job) => stateInWords(job, new Date()) },
  { heading: 'Age', numeric: true, whole: true, show: (job) => age(job, new Date()) },
  { heading: 'Attempts', numeric: true, show: (job) => count(job.attempts) },
  { heading: 'Last error', show: (job) => job.lastError ?? '-' },
];

export function JobsPanel() {
  const [address, setAddress] = useSearchParams();
  const choice = choiceOf(address.get('jobs'));
  const jobs = useInfiniteQuery(jobList(choices[choice]));
  const choose = (chosen: Choice) =>
    setAddress(
      (before) => {
        const state = choices[chosen];
        if (state === undefined) before.delete('jobs');
        else before.set('jobs', state);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Panel title="Jobs" subtitle="Work behind the screens, newest first: syncs, and mails about them.">
      <Box sx={{ mb: 4 }}>
        <ChoiceGroup label="Jobs to show" choices={choiceNames} chosen={[choice]} onPress={choose} />
      </Box>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (jobs.isPending) return <Waiting label="The jobs are loading" height={240} />;
    if (jobs.isError && !jobs.data) {
      const said = sayFailure(jobs.error, 'The jobs did not load.');
      return <FailureNotice {...said} onRetry={() => void jobs.refetch()} retrying={jobs.isFetching} />;
    }
    const all = jobs.data.pages.flatMap((page) => page.items);
    if (all.length === 0) {
      return (
        <Notice>
          {choice === 'All' ? 'There was no job yet. The first sync appears here.' : 'No job stands so now.'}
        </Notice>
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
