/** Says how fresh the page's figures are; people who are signed in also see when the rows last arrived, and whether newer ones are overdue. */
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '@/auth/session';
import { ago, day } from '@/lib/format';
import { AsOfMark, SyncedMark } from '@/ui/marks';
import { syncStatus, type SyncStatus } from './status';
import { tableInWords } from './tables';

export function Freshness({ asOf }: { asOf: string }) {
  const signedIn = useSignedIn();
  const { data: status } = useQuery({ ...syncStatus, enabled: signedIn });
  return (
    <>
      <AsOfMark asOf={day(asOf)} />
      {status?.lastSyncTime !== undefined && (
        <SyncedMark synced={ago(status.lastSyncTime, new Date())} overdue={overdueOf(status)} />
      )}
    </>
  );
}

/** What is overdue, in words: nothing, the whole sync, or the tables that were left behind. */
function overdueOf({ tables }: SyncStatus): string | undefined {
  const landed = tables.filter(({ lastSyncedAt }) => lastSyncedAt !== undefined);
  const late = landed.filter(({ overdue }) => overdue);
  if (late.length === 0) return undefined;
  if (late.length === landed.length) return 'overdue';
  return `overdue: ${late.map(({ sourceTable }) => tableInWords(sourceTable)).join(', ')}`;
}
