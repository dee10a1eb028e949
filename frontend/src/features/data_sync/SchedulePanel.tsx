/** The sync schedule: settings, next runs, and the last result. Users with permission get a form. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatWallTime } from '@/lib/dateFormat';
import { formatDateTime } from '@/lib/format';
import { explainSyncMessage } from '@/lib/syncMessages';
import { t } from '@/messages/en/data_sync_panels';
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
    <Panel title={t('schedule')} subtitle={t('automaticSyncs')}>
      {query.isPending && <LoadingPlaceholder label={t('theScheduleIsLoading')} height={240} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, t('couldntLoadTheSchedule'))}
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
              deniedText={t('youDontHavePermissionToChange')}
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
    return <EmptyState>{t('noScheduleIsSetStartSyncs')}</EmptyState>;
  }
  const { issue, lastRun, nextRuns: nextTimes } = schedule;
  return (
    <>
      <Typography>
        {t.rich('currentSchedule', { schedule: <strong>{describeSchedule(schedule)}</strong> })}
      </Typography>
      {nextTimes.length > 0 && (
        <Box>
          <Typography component="h3" variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
            {t('nextRunsInZone', { zone: schedule.timeZone })}
          </Typography>
          <Box component="ol" aria-label={t('nextRuns')} sx={{ m: 0, mt: 1, paddingInlineStart: 5 }}>
            {nextTimes.map((at) => (
              <li key={at}>{formatWallTime(at)}</li>
            ))}
          </Box>
        </Box>
      )}
      {lastRun && (
        <Typography>
          {t.rich('lastScheduledRun', {
            startedAt: formatDateTime(lastRun.startedAt),
            state: <strong>{stateLabel(lastRun.state)}</strong>,
            error: lastRun.error !== undefined && `. ${explainSyncMessage(lastRun.error, lastRun.errorCode)}`,
          })}
        </Typography>
      )}
      {issue && <Callout severity="warning">{describeIssue(issue)}</Callout>}
    </>
  );
}

function describeIssue({ dueAt, startedAt, error = '', errorCode }: NonNullable<Schedule['issue']>): string {
  const due = formatDateTime(dueAt);
  return startedAt === undefined
    ? t('theRunCouldNotStart', { dueAt: due, error: explainSyncMessage(error, errorCode) })
    : t('theRunStartedLate', { dueAt: due, startedAt: formatDateTime(startedAt) });
}
