/** The Data Sync page: copies the source's tables into Sprout, shows the result, and connects a source. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useAccount } from '@/features/accounts/queries';
import { ConnectionCards } from '@/features/data_sync/ConnectionCards';
import { FullSyncPanel } from '@/features/data_sync/FullSyncPanel';
import { sourceQuery } from '@/features/data_sync/queries';
import { RecentErrors } from '@/features/data_sync/RecentErrors';
import { permissionState, syncDisabledReason } from '@/features/data_sync/syncRules';
import { StatisticsPanel } from '@/features/data_sync/StatisticsPanel';
import { TableCards } from '@/features/data_sync/TableCards';
import { ALL_TABLES, OPTIONAL_TABLES, SYNCABLE_TABLES } from '@/features/data_sync/syncableTables';
import { useSync } from '@/features/data_sync/useSync';
import { useSyncStatus } from '@/features/data_sync/useSyncStatus';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/data_sync';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { RefreshIcon } from '@/ui/icons';
import { PageHeader } from '@/ui/PageHeader';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { TabLinks } from '@/ui/TabLinks';

// Loaded on demand, because only some visits need it.
const ColumnChangesPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/ColumnChangesPanel')).ColumnChangesPanel,
}));
const WithheldDeletionsPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/WithheldDeletionsPanel')).WithheldDeletionsPanel,
}));
const DeletionResult = lazy(async () => ({
  default: (await import('@/features/data_sync/WithheldDeletionsPanel')).DeletionResult,
}));
const JobsPanel = lazy(async () => ({
  default: (await import('@/features/jobs/JobsPanel')).JobsPanel,
}));
const NotificationsPanel = lazy(async () => ({
  default: (await import('@/features/notifications/NotificationsPanel')).NotificationsPanel,
}));
const ImportWizard = lazy(async () => ({
  default: (await import('@/features/imports/ImportWizard')).ImportWizard,
}));
const RejectReasons = lazy(async () => ({
  default: (await import('@/features/data_sync/RejectReasons')).RejectReasons,
}));
const RejectsPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/RejectsPanel')).RejectsPanel,
}));
const RunningPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/RunningPanel')).RunningPanel,
}));
const SyncResult = lazy(async () => ({
  default: (await import('@/features/data_sync/SyncResult')).SyncResult,
}));
const RunHistoryPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/RunHistoryPanel')).RunHistoryPanel,
}));
const SourcePanel = lazy(async () => ({
  default: (await import('@/features/data_sync/SourcePanel')).SourcePanel,
}));
const MappingPanel = lazy(async () => ({
  default: (await import('@/features/data_sync/MappingPanel')).MappingPanel,
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

const TABS = ['overview', 'runs', 'sources', 'mapping', 'schedule'] as const;
type Tab = (typeof TABS)[number];

function tabLabel(tab: Tab): string {
  const labels: Record<Tab, string> = {
    overview: t('overview'),
    runs: t('runs'),
    sources: t('sources'),
    mapping: t('mapping'),
    schedule: t('schedule'),
  };
  return labels[tab];
}

/** The tab in the URL, or the one of the panel that the URL opens. */
function findTab(address: URLSearchParams, hash: string, isFirst: boolean): Tab {
  const chosen = TABS.find((tab) => tab === address.get('tab'));
  if (chosen) return chosen;
  if (address.has('columns')) return 'mapping';
  if (address.has('jobs')) return 'runs';
  return hash === '#source' && !isFirst ? 'sources' : 'overview';
}

/** Scroll targets stay below the header. */
const below = { scrollMarginTop: 80, minWidth: 0 };

function scrollToAnchor(part: string) {
  document.getElementById(part)?.scrollIntoView({ block: 'start' });
}

export default function DataSync() {
  const account = useAccount();
  const sync = useSync();
  const busy = sync.syncing !== undefined;
  const watch = useSyncStatus(busy);
  const [address] = useSearchParams();
  const rejectsOf = address.get('rejects');
  const importOf = address.get('import');

  const mayChange = permissionState('sources.manage', account);
  const mayRun = permissionState('sync.run', account);
  const maySync = mayRun === 'granted';
  const running = watch.status?.isRunning ?? false;
  const tables = watch.status?.tables ?? [];
  const withheld = (table: string) => tables.find(({ sourceTable }) => sourceTable === table)?.withheld;
  const disabledReason = syncDisabledReason({
    isBusy: busy,
    isRunning: running,
    isHealthy: watch.health?.overall ?? false,
    isAllowed: account.data && maySync,
  });

  // Users without data see the source first, and it stays there until they leave the page.
  const [first, setFirst] = useState<boolean>();
  if (first === undefined && watch.status) setFirst(watch.status.lastSyncTime === undefined);
  // The source form above would push the start button away from under the pointer.
  const formKnown = useQuery(sourceQuery).isFetched && account.isFetched;
  const loading = watch.loading || (first === true && !formKnown);

  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = findTab(address, hash, first === true);
  useEffect(() => {
    if (!loading && hash !== '') scrollToAnchor(hash.slice(1));
  }, [loading, hash]);

  const mayStart = !busy && !running && maySync;
  const source = (
    <Box key="source" id="source" sx={below}>
      <Suspense fallback={<LoadingPlaceholder label={t('theSourceIsLoading')} height={630} />}>
        <SourcePanel
          mayChange={mayChange}
          onSync={
            mayStart
              ? () => {
                  sync.start('everything');
                  if (tab === 'overview') scrollToAnchor('sync');
                  else void navigate('#sync');
                }
              : undefined
          }
        />
      </Suspense>
    </Box>
  );

  return (
    <>
      <PageHeader
        title={t('dataSync')}
        subtitle={t('syncDataFromYourWarehouseAnd')}
        actions={
          <>
            {importOf === null && maySync && (
              <ButtonLink to={`${paths.dataSync}?import=new`}>{t('importFiles')}</ButtonLink>
            )}
            <Button
              variant="outlined"
              startIcon={<RefreshIcon />}
              onClick={watch.refresh}
              disabled={watch.refreshing}
            >
              {t('refresh')}
            </Button>
          </>
        }
      />
      {importOf === null && rejectsOf === null && (
        <TabLinks
          label={t('dataSyncSections')}
          tabs={TABS.map((id) => ({ id, label: tabLabel(id) }))}
          selected={tab}
        />
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {sync.failure && <ErrorAlert {...sync.failure} />}
        {importOf !== null ? (
          <Suspense fallback={<LoadingPlaceholder label={t('theImportIsLoading')} height={480} />}>
            {running && <RunningPanel mayCancel={maySync} />}
            <ImportWizard key={importOf} uploadId={importOf} mayImport={maySync} />
          </Suspense>
        ) : rejectsOf !== null ? (
          <Suspense fallback={<LoadingPlaceholder label={t('theRejectedRowsAreLoading')} height={480} />}>
            <RejectReasons runId={rejectsOf} />
            <RejectsPanel runId={rejectsOf} mayRetry={maySync} />
          </Suspense>
        ) : loading ? (
          <LoadingPlaceholder label={t('theSyncStatusIsLoading')} height={640} />
        ) : (
          <>{tabContent()}</>
        )}
      </Box>
    </>
  );

  function tabContent() {
    switch (tab) {
      case 'runs':
        return (
          <>
            {running && (
              <Suspense fallback={null}>
                <RunningPanel mayCancel={maySync} />
              </Suspense>
            )}
            <Suspense fallback={<LoadingPlaceholder label={t('theRunHistoryIsLoading')} height={320} />}>
              <RunHistoryPanel />
            </Suspense>
            {mayChange === 'granted' && (
              <Suspense fallback={<LoadingPlaceholder label={t('theTasksAreLoading')} height={320} />}>
                <JobsPanel />
              </Suspense>
            )}
          </>
        );
      case 'sources':
        return source;
      case 'mapping':
        return (
          <Suspense fallback={<LoadingPlaceholder label={t('theColumnsAreLoading')} height={320} />}>
            <MappingPanel mayChange={mayChange === 'granted'} />
            <ColumnChangesPanel mayChange={mayChange === 'granted'} />
          </Suspense>
        );
      case 'schedule':
        return (
          <Suspense fallback={<LoadingPlaceholder label={t('theScheduleIsLoading')} height={320} />}>
            <SchedulePanel mayChange={mayRun} />
          </Suspense>
        );
      case 'overview':
        return (
          <>
            <ConnectionCards health={watch.health} />
            {watch.health?.bigQuery === false && (
              <Callout severity="info">{t('noWarehouseConnectedYetConnectOne')}</Callout>
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
            {sync.result && (
              <Suspense fallback={null}>
                <SyncResult stats={sync.result} />
              </Suspense>
            )}
            {(busy || running) && (
              <Suspense fallback={null}>
                <RunningPanel mayCancel={maySync} />
              </Suspense>
            )}
            {sync.deletionResult && (
              <Suspense fallback={null}>
                <DeletionResult
                  removed={sync.deletionResult}
                  withheld={withheld(sync.deletionResult.table)}
                />
              </Suspense>
            )}
            {tables.some((table) => table.withheld !== undefined) && (
              <Suspense fallback={<LoadingPlaceholder label={t('theRowsAreLoading')} height={240} />}>
                <WithheldDeletionsPanel
                  canDelete={maySync}
                  disabledReason={disabledReason}
                  onDelete={(table, missing) => {
                    const known = ALL_TABLES.find(({ source }) => source === table);
                    if (known) sync.start(known.source, missing);
                  }}
                />
              </Suspense>
            )}
            <StatisticsPanel stats={watch.status?.stats ?? NOTHING_SYNCED} />
            <TableCards
              title={t('tableSpecificSync')}
              subtitle={t('syncOneTable')}
              shown={SYNCABLE_TABLES}
              tables={tables}
              syncing={sync.syncing}
              disabled={disabledReason !== undefined}
              onSync={(table) => sync.start(table)}
            />
            <TableCards
              title={t('moreTables')}
              subtitle={t('optionalTablesAddDetail')}
              shown={OPTIONAL_TABLES}
              tables={tables}
              syncing={sync.syncing}
              disabled={disabledReason !== undefined}
              onSync={(table) => sync.start(table)}
            />
            {watch.status && <RecentErrors status={watch.status} />}
            <Suspense fallback={<LoadingPlaceholder label={t('theAlertsAreLoading')} height={240} />}>
              <NotificationsPanel />
            </Suspense>
          </>
        );
    }
  }
}
