/** The first steps with what the server says of them, asked again until the first rows are here. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccount } from '@/features/accounts/queries';
import { syncHealth, syncSource, syncStatus } from '@/features/data_sync/queries';
import { goesOn, latestRun } from '@/features/data_sync/runs';
import { inWords } from '@/features/data_sync/source_words';
import { GetStartedPanel } from '@/features/onboarding/GetStartedPanel';
import { askWords } from '@/features/onboarding/steps';
import { memberList } from '@/features/organizations/memberList';
import { Waiting } from '@/ui/Waiting';

/** A run is looked at this often while it goes on, and whether one has begun, in milliseconds. */
const LOOK_MS = { running: 1_000, idle: 10_000 };

interface GetStartedProps {
  stockRows: number;
  withoutReorderPoint: number;
}

export default function GetStarted({ stockRows, withoutReorderPoint }: GetStartedProps) {
  const cache = useQueryClient();
  const account = useAccount();
  const source = useQuery(syncSource);
  const health = useQuery({
    ...syncHealth,
    enabled: source.data !== undefined && source.data.kind !== 'none',
  });
  const status = useQuery({
    ...syncStatus,
    refetchInterval: ({ state }) => (state.data?.isRunning ? LOOK_MS.running : LOOK_MS.idle),
  });
  const run = useQuery({ ...latestRun, enabled: status.data?.isRunning ?? false });
  const permissions = account.data?.permissions ?? [];
  const mayAll = permissions.includes('sources.manage');
  const members = useInfiniteQuery({
    ...memberList,
    enabled: permissions.includes('members.read') && !mayAll,
  });

  // What a sync has brought is on every panel of the page.
  const synced = status.data?.lastSyncTime;
  const ended = status.data !== undefined && !status.data.isRunning;
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (!ended) return;
    const before = known.current;
    known.current = synced ?? 'never';
    if (before !== null && before !== known.current) void cache.invalidateQueries();
  }, [cache, ended, synced]);

  if (!account.data || !source.data || !status.data) {
    return <Waiting label="The first steps are loading" height={320} />;
  }
  return (
    <GetStartedPanel
      facts={{
        source: source.data.kind === 'none' ? undefined : inWords(source.data),
        health: health.data,
        status: status.data,
        run: run.data && goesOn(run.data) ? run.data : undefined,
        stockRows,
        withoutReorderPoint,
        permissions,
        ask: askWords(members.data?.pages[0]?.items),
      }}
    />
  );
}
