/** The scheduled reports: create, edit, pause, send, delete, and see what was sent. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/report_schedules';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { Sheet } from '@/ui/Sheet';
import { StatusBadge } from '@/ui/StatusBadge';
import {
  reportSchedulesQuery,
  toInput,
  useDeleteSchedule,
  useRunSchedule,
  useSaveSchedule,
  type ReportSchedule,
} from './queries';
import { ReportHistory } from './ReportHistory';
import { ReportScheduleSheet, type ScheduleDraft } from './ReportScheduleSheet';
import { describeCadence } from './scheduleText';

interface ReportSchedulesPanelProps {
  /** A new schedule to edit, from the explore page. */
  draft?: ScheduleDraft | undefined;
  onDraftClose: () => void;
}

export function ReportSchedulesPanel({ draft, onDraftClose }: ReportSchedulesPanelProps) {
  const { data, ...query } = useInfiniteQuery(reportSchedulesQuery);
  const [editing, setEditing] = useState<ScheduleDraft>();
  const [history, setHistory] = useState<ReportSchedule>();
  const shown = editing ?? draft;
  const schedules = data?.pages.flatMap((page) => page.items);
  return (
    <Panel
      title={t('scheduledReports')}
      subtitle={data?.pages[0]?.emailEnabled === false ? t('emailIsOff') : t('subtitle')}
      actions={
        <Button onClick={() => setEditing({ kind: 'purchase_recommendations' })}>{t('newReport')}</Button>
      }
    >
      {query.isPending && <LoadingPlaceholder label={t('schedulesAreLoading')} height={120} />}
      {query.isError && (
        <ErrorAlert
          {...errorText(query.error, t('couldntLoadTheSchedules'))}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {schedules?.length === 0 && <EmptyState>{t('noSchedules')}</EmptyState>}
      {schedules && schedules.length > 0 && (
        <Box component="ul" aria-label={t('scheduledReports')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {schedules.map((schedule) => (
            <ScheduleEntry
              key={schedule.id}
              schedule={schedule}
              onEdit={() => setEditing(schedule)}
              onHistory={() => setHistory(schedule)}
            />
          ))}
        </Box>
      )}
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
      {shown && (
        <ReportScheduleSheet
          schedule={shown}
          onClose={() => {
            setEditing(undefined);
            onDraftClose();
          }}
        />
      )}
      {history && (
        <Sheet title={history.name} onClose={() => setHistory(undefined)}>
          <ReportHistory scheduleId={history.id} />
        </Sheet>
      )}
    </Panel>
  );
}

interface ScheduleEntryProps {
  schedule: ReportSchedule;
  onEdit: () => void;
  onHistory: () => void;
}

function ScheduleEntry({ schedule, onEdit, onHistory }: ScheduleEntryProps) {
  const save = useSaveSchedule();
  const remove = useDeleteSchedule();
  const run = useRunSchedule();
  const { id, name, own, paused, recipients } = schedule;
  const people = recipients.map((each) =>
    each.unsubscribed ? t('unsubscribed', { name: each.name }) : each.name,
  );
  return (
    <Box
      component="li"
      sx={{ py: 3, borderTop: 1, borderColor: 'divider', '&:first-of-type': { border: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <StatusBadge tone={paused ? 'grey' : 'green'}>{paused ? t('paused') : t('active')}</StatusBadge>
        <Typography sx={{ fontWeight: 600, flexGrow: 1, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Button onClick={onHistory}>{t('history')}</Button>
        {own && (
          <>
            <Button onClick={onEdit}>{t('editReport')}</Button>
            <Button disabled={run.isPending} onClick={() => run.mutate(id)}>
              {t('sendNow')}
            </Button>
            <Button
              disabled={save.isPending}
              onClick={() => save.mutate({ id, body: { ...toInput(schedule), paused: !paused } })}
            >
              {paused ? t('resume') : t('pause')}
            </Button>
            <Button disabled={remove.isPending} onClick={() => remove.mutate(id)}>
              {t('deleteReport')}
            </Button>
          </>
        )}
      </Box>
      <Typography>{describeCadence(schedule)}</Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{people.join(', ')}</Typography>
      {run.isSuccess && <Typography role="status">{t('queued')}</Typography>}
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntSave'))} />}
      {run.error && <ErrorAlert {...errorText(run.error, t('couldntSend'))} />}
      {remove.error && <ErrorAlert {...errorText(remove.error, t('couldntDelete'))} />}
    </Box>
  );
}
