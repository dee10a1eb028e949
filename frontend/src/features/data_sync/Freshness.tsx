/** Says how fresh the page's figures are; people who are signed in also see when the rows last arrived. */
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '@/auth/session';
import { ago, day } from '@/lib/format';
import { AsOfMark } from '@/ui/marks';
import { syncStatus } from './status';

export function Freshness({ asOf }: { asOf: string }) {
  const signedIn = useSignedIn();
  const { data: status } = useQuery({ ...syncStatus, enabled: signedIn });
  const last = status?.lastSyncTime;
  return <AsOfMark asOf={day(asOf)} synced={last === undefined ? undefined : ago(last, new Date())} />;
}
