/** The onboarding steps, refetched until the first rows arrive. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAccount } from '@/features/accounts/queries';
import { describeSource } from '@/features/data_sync/connectors/registry';
import { sourceQuery, syncHealthQuery, syncStatusQuery } from '@/features/data_sync/queries';
import { isActiveRun, latestRunQuery } from '@/features/data_sync/runs';
import { GetStartedPanel } from '@/features/onboarding/GetStartedPanel';
import { whomToAsk } from '@/features/onboarding/onboardingSteps';
import { membersQuery } from '@/features/organizations/memberQueries';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/onboarding';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

/** Refetch interval of runs, in progress or not yet started, in milliseconds. */
const POLL_MS = { running: 1_000, idle: 10_000 };

interface GetStartedProps {
  stockRows: number;
  withoutReorderPoint: number;
}

export default function GetStarted({ stockRows, withoutReorderPoint }: GetStartedProps) {
  const queryClient = useQueryClient();
  const account = useAccount();
  const source = useQuery(sourceQuery);
  const health = useQuery({
    ...syncHealthQuery,
    enabled: source.data !== undefined && source.data.kind !== 'none',
  });
  const status = useQuery({
    ...syncStatusQuery,
    refetchInterval: ({ state }) => (state.data?.isRunning ? POLL_MS.running : POLL_MS.idle),
  });
  const run = useQuery({ ...latestRunQuery, enabled: status.data?.isRunning ?? false });
  const permissions = account.data?.permissions ?? [];
  const mayAll = hasPermission(permissions, 'sources.manage');
  const members = useInfiniteQuery({
    ...membersQuery,
    enabled: hasPermission(permissions, 'members.read') && !mayAll,
  });

  // Synced data appears on every panel of the page.
  const synced = status.data?.lastSyncTime;
  const ended = status.data !== undefined && !status.data.isRunning;
  const known = useRef<string | null>(null);
  useEffect(() => {
    if (!ended) return;
    const before = known.current;
    known.current = synced ?? 'never';
    if (before !== null && before !== known.current) void queryClient.invalidateQueries();
  }, [queryClient, ended, synced]);

  if (!account.data || !source.data || !status.data) {
    return <LoadingPlaceholder label={t('theFirstStepsAreLoading')} height={320} />;
  }
  return (
    <GetStartedPanel
      facts={{
        source: source.data.kind === 'none' ? undefined : describeSource(source.data),
        health: health.data,
        status: status.data,
        run: run.data && isActiveRun(run.data) ? run.data : undefined,
        stockRows,
        withoutReorderPoint,
        permissions,
        ask: whomToAsk(members.data?.pages[0]?.items),
      }}
    />
  );
}
