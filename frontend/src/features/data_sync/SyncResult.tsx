/** What a full sync came to, and where its figures are. */
import { formatCount } from '@/lib/format';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import type { SyncStats } from './queries';

export function SyncResult({ stats: { successfulUpserts, errors } }: { stats: SyncStats }) {
  const rejected = errors === 0 ? '' : ` ${formatCount(errors)} could not: Recent Errors says why.`;
  return (
    <Callout
      severity={successfulUpserts > 0 ? 'success' : 'warning'}
      action={
        <ButtonLink to={paths.dashboard} variant="contained">
          See what to buy
        </ButtonLink>
      }
    >
      {`The sync has ended: ${successfulUpserts === 1 ? '1 row' : `${formatCount(successfulUpserts)} rows`} landed.${rejected}`}
    </Callout>
  );
}
