/** When syncs start by themselves: what is set, the next times, what became of the last one; who may set it has a form. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { sayFailure } from '@/api/errors';
import { wallTime } from '@/lib/calendar';
import { moment } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { InsteadOfForm } from './InsteadOfForm';
import type { Right } from './rules';
import { stateInWords } from './runs';
import { scheduleInWords, syncSchedule, type Schedule } from './schedule';
import { ScheduleForm } from './ScheduleForm';

export function SchedulePanel({ mayChange }: { mayChange: Right }) {
  const { data: schedule, ...query } = useQuery(syncSchedule);
  return (
    <Panel title="Schedule" subtitle="Syncs that start by themselves.">
      {query.isPending && <Waiting label="The schedule is loading" height={240} />}
      {query.isError && (
        <FailureNotice
          {...sayFailure(query.error, 'The schedule did not load.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {schedule && (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <Standing schedule={schedule} />
          {mayChange === 'granted' ? (
            <ScheduleForm schedule={schedule} />
          ) : (
            <InsteadOfForm
              right={mayChange}
              denied="Your role may not change the schedule. Ask an administrator of your organization."
              height={240}
            />
          )}
        </Box>
      )}
    </Panel>
  );
}

function Standing({ schedule }: { schedule: Schedule }) {
  if (schedule.cron === undefined) {
    return <Notice>No schedule is set: syncs start when somebody starts them.</Notice>;
  }
  const { lastRun, message, nextTimes } = schedule;
  return (
    <>
      <Typography>
        Current schedule: <strong>{scheduleInWords(schedule)}</strong>
      </Typography>
      {nextTimes.length > 0 && (
        <Box>
          <Typography component="h3" variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
            Next times ({schedule.zone})
          </Typography>
          <Box component="ol" aria-label="Next times" sx={{ m: 0, mt: 1, pl: 5 }}>
            {nextTimes.map((at) => (
              <li key={at}>{wallTime(at)}</li>
            ))}
          </Box>
        </Box>
      )}
      {lastRun && (
        <Typography>
          Last scheduled run: {moment(lastRun.startedAt)}, <strong>{stateInWords(lastRun.state)}</strong>
          {lastRun.error !== undefined && `. ${lastRun.error}`}
        </Typography>
      )}
      {message !== undefined && <Callout weight="warning">{message}</Callout>}
    </>
  );
}
