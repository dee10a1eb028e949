/** The first errors of the latest sync, and a link to all of them. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount, formatDateTime } from '@/lib/format';
import { rejectsPath } from '@/lib/paths';
import { t } from '@/messages/en/data_sync';
import { ButtonLink } from '@/ui/ButtonLink';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import type { SyncStatus } from './queries';
import { describeSyncError } from './rejects';
import { MAX_RECENT_ERRORS } from './syncRules';

export function RecentErrors({ status }: { status: SyncStatus }) {
  const errors = status.recentErrors.slice(0, MAX_RECENT_ERRORS);
  const total = status.stats.errors;
  return (
    <Panel
      title={t('recentErrors')}
      actions={
        status.runId !== undefined &&
        total > 0 && (
          <ButtonLink to={rejectsPath(status.runId)} size="small">
            {t('seeAll', { total: formatCount(total) })}
          </ButtonLink>
        )
      }
    >
      {errors.length === 0 ? (
        <EmptyState>{status.runId === undefined ? t('noSyncsYet') : t('noErrorsInTheLatestSync')}</EmptyState>
      ) : (
        <Box component="ul" aria-label={t('recentErrors')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {errors.map((error, index) => (
            <Box component="li" key={index} sx={{ py: 3, borderTop: index ? 1 : 0, borderColor: 'divider' }}>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}>
                <Typography sx={{ fontWeight: 600, color: 'warning.main' }}>{error.table}</Typography>
                <Typography
                  component="time"
                  dateTime={error.timestamp}
                  variant="body2"
                  sx={{ color: 'text.secondary' }}
                >
                  {formatDateTime(error.timestamp)}
                </Typography>
              </Box>
              <Typography>{describeSyncError(error)}</Typography>
            </Box>
          ))}
        </Box>
      )}
    </Panel>
  );
}
