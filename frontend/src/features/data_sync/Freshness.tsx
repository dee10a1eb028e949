/** Says how fresh the page's figures are; people who are signed in also see when the rows last arrived, and whether newer ones are overdue. */
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '@/auth/session';
import { formatRelativeTime, formatDay } from '@/lib/format';
import { AsOfBadge, SyncedBadge } from '@/ui/dataBadges';
import { type SyncStatus, syncStatusQuery } from './statusQuery';
import { tableLabel } from './syncableTables';

export function Freshness({ asOf }: { asOf: string }) {
  const signedIn = useSignedIn();
  const { data: status } = useQuery({ ...syncStatusQuery, enabled: signedIn });
  return (
    <>
      <AsOfBadge asOf={formatDay(asOf)} />
      {status?.lastSyncTime !== undefined && (
        <SyncedBadge
          synced={formatRelativeTime(status.lastSyncTime, new Date())}
          overdue={overdueText(status)}
        />
      )}
    </>
  );
}

/** What is overdue, as text: nothing, the whole sync, or the tables that were left behind. */
function overdueText({ tables }: SyncStatus): string | undefined {
  const landed = tables.filter(({ lastSyncedAt }) => lastSyncedAt !== undefined);
  const late = landed.filter(({ overdue }) => overdue);
  if (late.length === 0) return undefined;
  if (late.length === landed.length) return 'overdue';
  return `overdue: ${late.map(({ sourceTable }) => tableLabel(sourceTable)).join(', ')}`;
}
