/** The page that copies the warehouse into Sprout, shows how that went, and connects the warehouse. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useAccount } from '@/features/accounts/queries';
import { ColumnNamesPanel } from '@/features/data_sync/ColumnNamesPanel';
import { ConnectionCards } from '@/features/data_sync/ConnectionCards';
import { FullSyncPanel } from '@/features/data_sync/FullSyncPanel';
import { syncSource } from '@/features/data_sync/queries';
import { RecentErrors } from '@/features/data_sync/RecentErrors';
import { rightTo, whyDisabled } from '@/features/data_sync/rules';
import { SourcePanel } from '@/features/data_sync/SourcePanel';
import { StatisticsPanel } from '@/features/data_sync/StatisticsPanel';
import { TableCards } from '@/features/data_sync/TableCards';
import { syncableTables } from '@/features/data_sync/tables';
import { useSync } from '@/features/data_sync/useSync';
import { useSyncWatch } from '@/features/data_sync/useSyncWatch';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { RefreshIcon } from '@/ui/icons';
import { PageTitle } from '@/ui/PageTitle';
import { Waiting } from '@/ui/Waiting';

// What only some visits need comes when it is needed.
const ColumnChangesPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/ColumnChangesPanel')).ColumnChangesPanel,
}));
const HeldRemovalsPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/HeldRemovalsPanel')).HeldRemovalsPanel,
}));
const RemovalOutcome = lazy(async () => ({
  default: (await import('@/features/data_sync/HeldRemovalsPanel')).RemovalOutcome,
}));
const JobsPanel = lazy(async () => ({
  default: (await import('@/features/jobs/JobsPanel')).JobsPanel,
}));
const NoticesPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/NoticesPanel')).NoticesPanel,
}));
const RejectsPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/RejectsPanel')).RejectsPanel,
}));
const RunningPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/RunningPanel')).RunningPanel,
}));
const SyncEnded = lazy(async () => ({
  default: (await import('@/features/data_sync/SyncEnded')).SyncEnded,
}));
const RunHistoryPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/RunHistoryPanel')).RunHistoryPanel,
}));
const SchedulePanel = lazy(async () => ({
  default: (await import('@/features/data_sync/SchedulePanel')).SchedulePanel,
}));

const NOTHING_SYNCED = {
  totalRecords: 0,
  successfulUpserts: 0,
  errors: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
};

/** What the address or a button points at stands below the header. */
const below = { scrollMarginTop: 80, minWidth: 0 };

function show(part: string) {
  document.getElementById(part)?.scrollIntoView({ block: 'start' });
}

export default function DataSync() {
  const account = useAccount();
  const sync = useSync();
  const busy = sync.underWay !== undefined;
  const watch = useSyncWatch(busy);
  const [address] = useSearchParams();
  const rejectsOf = address.get('rejects');

  const mayChange = rightTo('sources.manage', account);
  const mayRun = rightTo('sync.run', account);
  const maySync = mayRun === 'granted';
  const running = watch.status?.isRunning ?? false;
  const tables = watch.status?.tables ?? [];
  const heldBack = (table: string) => tables.find(({ sourceTable }) => sourceTable === table)?.heldBack;
  const disabledReason = whyDisabled({
    busy,
    running,
    healthy: watch.health?.overall ?? false,
    allowed: account.data && maySync,
  });

  // Who has nothing yet finds the source first, and finds it there until they leave the page.
  const [first, setFirst] = useState<boolean>();
  if (first === undefined && watch.status) setFirst(watch.status.lastSyncTime === undefined);
  // The form of the source would push the start button away from under the pointer.
  const formKnown = useQuery(syncSource).isFetched && account.isFetched;
  const loading = watch.loading || (first === true && !formKnown);

  const { hash } = useLocation();
  useEffect(() => {
    if (!loading && hash !== '') show(hash.slice(1));
  }, [loading, hash]);

  const mayStart = !busy && !running && maySync;
  const source = (
    <Box key="source" id="source" sx={below}>
      <SourcePanel
        mayChange={mayChange}
        onSync={
          mayStart
            ? () => {
                sync.start('everything');
                show('sync');
              }
            : undefined
        }
      />
    </Box>
  );

  return (
    <>
      <PageTitle
        title="Data Sync"
        purpose="Copies your warehouse into Sprout and shows what landed and what did not."
        actions={
          <Button
            variant="outlined"
            startIcon={<RefreshIcon />}
            onClick={watch.refresh}
            disabled={watch.refreshing}
          >
            Refresh
          </Button>
        }
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {sync.failure && <FailureNotice {...sync.failure} />}
        {rejectsOf !== null ? (
          <Suspense fallback={<Waiting label="The rejected rows are loading" height={480} />}>
            <RejectsPanel runId={rejectsOf} mayRetry={maySync} />
          </Suspense>
        ) : loading ? (
          <Waiting label="The sync status is loading" height={640} />
        ) : (
          <>
            <ConnectionCards health={watch.health} />
            {watch.health?.bigQuery === false && (
              <Callout weight="info">
                No warehouse answers yet. Connect one under Warehouse source below.
              </Callout>
            )}
            {first && source}
            <Box id="sync" sx={below}>
              <FullSyncPanel
                lastSyncTime={watch.status?.lastSyncTime}
                syncing={busy || running}
                disabledReason={disabledReason}
                onStart={() => sync.start('everything')}
              />
            </Box>
            {sync.ended && (
              <Suspense fallback={null}>
                <SyncEnded stats={sync.ended} />
              </Suspense>
            )}
            {(busy || running) && (
              <Suspense fallback={null}>
                <RunningPanel mayCancel={maySync} />
              </Suspense>
            )}
            {sync.removed && (
              <Suspense fallback={null}>
                <RemovalOutcome removed={sync.removed} heldBack={heldBack(sync.removed.table)} />
              </Suspense>
            )}
            {tables.some((table) => table.heldBack !== undefined) && (
              <Suspense fallback={<Waiting label="The rows are loading" height={240} />}>
                <HeldRemovalsPanel
                  mayRemove={maySync}
                  disabledReason={disabledReason}
                  onRemove={(table, missing) => {
                    const known = syncableTables.find(({ source }) => source === table);
                    if (known) sync.start(known.source, missing);
                  }}
                />
              </Suspense>
            )}
            <StatisticsPanel stats={watch.status?.stats ?? NOTHING_SYNCED} />
            <TableCards
              tables={tables}
              underWay={sync.underWay}
              disabled={disabledReason !== undefined}
              onSync={(table) => sync.start(table)}
            />
            <Suspense fallback={<Waiting label="The notices are loading" height={240} />}>
              <NoticesPanel />
            </Suspense>
            {watch.status && <RecentErrors status={watch.status} />}
            <Suspense fallback={<Waiting label="The run history is loading" height={320} />}>
              <RunHistoryPanel />
            </Suspense>
            <Suspense fallback={<Waiting label="The schedule is loading" height={320} />}>
              <SchedulePanel mayChange={mayRun} />
            </Suspense>
            {!first && source}
            <ColumnNamesPanel mayChange={mayChange === 'granted'} />
            <Suspense fallback={<Waiting label="The columns are loading" height={320} />}>
              <ColumnChangesPanel mayChange={mayChange === 'granted'} />
            </Suspense>
            {mayChange === 'granted' && (
              <Suspense fallback={<Waiting label="The jobs are loading" height={320} />}>
                <JobsPanel />
              </Suspense>
            )}
          </>
        )}
      </Box>
    </>
  );
}
