/** The secret URL of the user's calendar: create, copy once, replace and revoke. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/calendar_feed';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { OneTimeSecret } from '@/ui/OneTimeSecret';
import { Panel } from '@/ui/Panel';
import { calendarFeedQuery, useCreateCalendarFeed, useRevokeCalendarFeed } from './queries';

export function CalendarFeedPanel() {
  const { data, error } = useQuery(calendarFeedQuery);
  const create = useCreateCalendarFeed();
  const revoke = useRevokeCalendarFeed();
  const createdAt = data?.createdAt;
  return (
    <Panel title={t('calendar')} subtitle={t('subtitle')}>
      {error && !data && <ErrorAlert {...errorText(error, t('couldntLoad'))} />}
      {create.error && <ErrorAlert {...errorText(create.error, t('couldntCreate'))} />}
      {revoke.error && <ErrorAlert {...errorText(revoke.error, t('couldntRevoke'))} />}
      {create.data ? (
        <OneTimeSecret
          secret={create.data.url}
          label={t('calendarUrl')}
          notice={<Typography sx={{ fontWeight: 600 }}>{t('copyNow')}</Typography>}
          usage={t('usage')}
          texts={{
            copy: t('copyUrl'),
            copied: t('copied'),
            blocked: t('browserBlockedCopying'),
            done: t('done'),
          }}
          onDone={() => create.reset()}
        />
      ) : (
        data && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
            <Typography sx={{ flexGrow: 1 }}>
              {createdAt === undefined ? t('noUrl') : t('createdAt', { at: formatDateTime(createdAt) })}
            </Typography>
            <Button disabled={create.isPending} onClick={() => create.mutate()}>
              {createdAt === undefined ? t('createUrl') : t('replaceUrl')}
            </Button>
            {createdAt !== undefined && (
              <Button disabled={revoke.isPending} onClick={() => revoke.mutate()}>
                {t('revokeUrl')}
              </Button>
            )}
          </Box>
        )
      )}
    </Panel>
  );
}
