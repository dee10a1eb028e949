/**
 * The day of the page's figures, and of their newest row if it is old. Signed-in users also see the last sync, and whether one is overdue.
 */
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '@/auth/session';
import { type FigureDates, staleDays } from '@/lib/dataAge';
import { formatRelativeTime, formatDay } from '@/lib/format';
import { AsOfBadge, DataThroughBadge, SyncedBadge } from '@/ui/dataBadges';
import { type SyncStatus, syncStatusQuery } from './statusQuery';
import { tableLabel } from './syncableTables';

export function Freshness({ dates }: { dates: FigureDates }) {
  const signedIn = useSignedIn();
  const { data: status } = useQuery({ ...syncStatusQuery, enabled: signedIn });
  return (
    <>
      {dates.asOf !== undefined && <AsOfBadge asOf={formatDay(dates.asOf)} />}
      {dates.dataThrough !== undefined && staleDays(dates) !== undefined && (
        <DataThroughBadge day={formatDay(dates.dataThrough)} />
      )}
      {status?.lastSyncTime !== undefined && (
        <SyncedBadge
          synced={formatRelativeTime(status.lastSyncTime, new Date())}
          overdue={overdueText(status)}
        />
      )}
    </>
  );
}

/** What is overdue, as text: nothing, the whole sync, or some tables. */
function overdueText({ tables }: SyncStatus): string | undefined {
  const landed = tables.filter(({ lastSyncedAt }) => lastSyncedAt !== undefined);
  const late = landed.filter(({ overdue }) => overdue);
  if (late.length === 0) return undefined;
  if (late.length === landed.length) return 'overdue';
  return `overdue: ${late.map(({ sourceTable }) => tableLabel(sourceTable)).join(', ')}`;
}
