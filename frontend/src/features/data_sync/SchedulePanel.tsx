/** When syncs start by themselves: what is set, the next times, what became of the last one; who may set it has a form. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatWallTime } from '@/lib/dateFormat';
import { formatDateTime } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { FormUnavailable } from './FormUnavailable';
import type { PermissionState } from './syncRules';
import { stateLabel } from './runs';
import { describeSchedule, scheduleQuery, type Schedule } from './schedule';
import { ScheduleForm } from './ScheduleForm';

export function SchedulePanel({ mayChange }: { mayChange: PermissionState }) {
  const { data: schedule, ...query } = useQuery(scheduleQuery);
  return (
    <Panel title="Schedule" subtitle="Syncs that start by themselves.">
      {query.isPending && <LoadingPlaceholder label="The schedule is loading" height={240} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, 'The schedule did not load.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {schedule && (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <ScheduleStatus schedule={schedule} />
          {mayChange === 'granted' ? (
            <ScheduleForm schedule={schedule} />
          ) : (
            <FormUnavailable
              access={mayChange}
              deniedText="Your role may not change the schedule. Ask an administrator of your organization."
              height={240}
            />
          )}
        </Box>
      )}
    </Panel>
  );
}

function ScheduleStatus({ schedule }: { schedule: Schedule }) {
  if (schedule.cron === undefined) {
    return <EmptyState>No schedule is set: syncs start when somebody starts them.</EmptyState>;
  }
  const { lastRun, message, nextTimes } = schedule;
  return (
    <>
      <Typography>
        Current schedule: <strong>{describeSchedule(schedule)}</strong>
      </Typography>
      {nextTimes.length > 0 && (
        <Box>
          <Typography component="h3" variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
            Next times ({schedule.zone})
          </Typography>
          <Box component="ol" aria-label="Next times" sx={{ m: 0, mt: 1, pl: 5 }}>
            {nextTimes.map((at) => (
              <li key={at}>{formatWallTime(at)}</li>
            ))}
          </Box>
        </Box>
      )}
      {lastRun && (
        <Typography>
          Last scheduled run: {formatDateTime(lastRun.startedAt)},{' '}
          <strong>{stateLabel(lastRun.state)}</strong>
          {lastRun.error !== undefined && `. ${lastRun.error}`}
        </Typography>
      )}
      {message !== undefined && <Callout severity="warning">{message}</Callout>}
    </>
  );
}
