/** The result of a full sync, and links to its figures. */
import { formatCount } from '@/lib/format';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/data_sync_panels';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import type { SyncStats } from './queries';

export function SyncResult({ stats: { successfulUpserts, errors } }: { stats: SyncStats }) {
  const rejected = errors === 0 ? '' : ` ${t('rejectedSeeRecentErrors', { errors: formatCount(errors) })}`;
  return (
    <Callout
      severity={successfulUpserts > 0 ? 'success' : 'warning'}
      action={
        <ButtonLink to={paths.dashboard} variant="contained">
          {t('viewRecommendations')}
        </ButtonLink>
      }
    >
      {t('syncFinishedSynced', {
        rows: t('syncedRows', {
          count: successfulUpserts,
          successfulUpserts: formatCount(successfulUpserts),
        }),
        rejected,
      })}
    </Callout>
  );
}
