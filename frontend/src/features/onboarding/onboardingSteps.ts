/** Onboarding: three steps to the first recommendation, each with its status and the next action. */
import type { Schemas } from '@sprout/client';
import { formatCount, formatDateTime } from '@/lib/format';
import { paths } from '@/lib/paths';
import { hasPermission, type Permission } from '@/lib/permissions';
import { explainSyncError, explainSyncMessage } from '@/lib/syncMessages';
import { t } from '@/messages/en/onboarding';

/** The server's state and the user's permissions. */
export interface OnboardingFacts {
  /** The source as text. Undefined if none is set. */
  source: string | undefined;
  /** Whether the source can be reached. Undefined while that is checked. */
  health: Schemas['SyncHealth'] | undefined;
  status: Schemas['SyncStatus'];
  /** The run in progress. */
  run: Schemas['SyncRun'] | undefined;
  /** The number of stock rows, and how many have neither a reorder point nor enough sales to derive one. */
  stockRows: number;
  withoutReorderPoint: number;
  permissions: readonly Permission[];
  /** The person to ask, such as `Ask Robin Field.` */
  ask: string;
}

export interface OnboardingStep {
  title: string;
  /** `now` is the current step, `trouble` one that failed. */
  state: 'done' | 'now' | 'trouble' | 'waiting';
  text: string;
  link?: StepLink;
  /** Another way to do the step. */
  otherLink?: StepLink;
}

interface StepLink {
  to: string;
  words: string;
}

const SOURCE_LINK = `${paths.dataSync}#source`;
const SYNC_LINK = `${paths.dataSync}#sync`;
const IMPORT_LINK = `${paths.dataSync}?import=new`;

/** The total number of rows in all tables. */
const countRows = ({ tables }: Schemas['SyncStatus']) =>
  tables.reduce((sum, { rows }) => sum + (rows ?? 0), 0);

export function buildSteps(facts: OnboardingFacts): OnboardingStep[] {
  const connected = connectStep(facts);
  const synced = syncStep(facts, connected.state === 'done');
  return [connected, synced, recommendStep(facts, synced.state === 'done')];
}

function connectStep({ source, health, status, permissions, ask }: OnboardingFacts): OnboardingStep {
  const title = t('connectYourData');
  const may = hasPermission(permissions, 'sources.manage');
  if (source === undefined && countRows(status) > 0) {
    return { title, state: 'done', text: t('rowsWereImported') };
  }
  if (source === undefined) {
    const mayImport = hasPermission(permissions, 'sync.run');
    return may
      ? {
          title,
          state: 'now',
          text: t('aFolderOfCsvOrParquet'),
          link: { to: SOURCE_LINK, words: t('connectYourData') },
          ...(mayImport && { otherLink: { to: IMPORT_LINK, words: t('importFiles') } }),
        }
      : { title, state: 'now', text: t('noDataSourceIsConnectedYet', { ask }) };
  }
  if (health?.bigQuery === false) {
    const words = t('isntResponding', {
      source,
      sourceReason: explainSyncMessage(health.sourceReason ?? '', health.sourceReasonCode),
      ask: may ? '' : ask,
    }).trim();
    return {
      title,
      state: 'trouble',
      text: words,
      ...(may && { link: { to: SOURCE_LINK, words: t('checkSource') } }),
    };
  }
  return { title, state: 'done', text: t('connected', { source }) };
}

function syncStep({ status, run, permissions, ask }: OnboardingFacts, connected: boolean): OnboardingStep {
  const title = t('runTheFirstSync');
  const may = hasPermission(permissions, 'sync.run');
  if (status.isRunning) {
    const read = run?.tables.reduce((sum, table) => sum + table.read, 0) ?? 0;
    return {
      title,
      state: 'now',
      text: t('runningRowsReadSoFar', { read: formatCount(read) }),
      link: { to: SYNC_LINK, words: t('viewProgress') },
    };
  }
  const rows = countRows(status);
  if (rows > 0 && status.lastSyncTime !== undefined) {
    const { errors } = status.stats;
    const left = errors > 0 ? ` ${t('wereRejectedSeeDataSync', { errors: formatCount(errors) })}` : '';
    return {
      title,
      state: 'done',
      text: t('syncedOn', {
        rows: t('rows', { count: rows, rows: formatCount(rows) }),
        lastSyncTime: formatDateTime(status.lastSyncTime),
        left,
      }),
    };
  }
  if (status.runId !== undefined) {
    const [first] = status.recentErrors;
    const why =
      first === undefined
        ? t('theTablesWereEmptyOrMissing')
        : `${first.table}: ${explainSyncError(first, (reason) => reason)}`;
    return {
      title,
      state: 'trouble',
      text: t('theLastSyncLoadedNoRows', { why }),
      link: { to: SYNC_LINK, words: t('viewSync') },
    };
  }
  if (!connected)
    return {
      title,
      state: 'waiting',
      text: t('loadsYourDataIntoSproutAnd'),
    };
  return may
    ? {
        title,
        state: 'now',
        text: t('loadsYourDataIntoSproutYou'),
        link: { to: SYNC_LINK, words: t('startTheFirstSync') },
      }
    : { title, state: 'now', text: t('aSourceIsConnectedButHas', { ask }) };
}

function recommendStep(
  { stockRows, withoutReorderPoint, permissions, ask }: OnboardingFacts,
  synced: boolean,
): OnboardingStep {
  const title = t('viewRecommendations');
  if (!synced) {
    return {
      title,
      state: 'waiting',
      text: t('seeWhatToOrderNowHow'),
    };
  }
  if (stockRows === 0) {
    const words = t('inventoryDataIsEmptyAndRecommendations', {
      ask: hasPermission(permissions, 'sources.manage') ? '' : ask,
    });
    return {
      title,
      state: 'trouble',
      text: words.trim(),
      link: { to: SOURCE_LINK, words: t('checkSource') },
    };
  }
  const rows = t('ofStockItemsHave', {
    count: stockRows,
    withoutReorderPoint: formatCount(withoutReorderPoint),
    stockRows: formatCount(stockRows),
  });
  return {
    title,
    state: 'trouble',
    text: t('thereIsNotEnoughDataFor', { rows }),
    ...(hasPermission(permissions, 'purchasing.manage') && {
      link: { to: '?ordering=minimum', words: t('setMinimum') },
    }),
  };
}

/** Whom to ask for permission: up to three owners and admins by name. */
export function whomToAsk(
  members: readonly Pick<Schemas['Member'], 'name' | 'role' | 'isCurrentUser'>[] | undefined,
): string {
  const able = (members ?? []).filter(
    ({ role, isCurrentUser }) => !isCurrentUser && (role === 'owner' || role === 'admin'),
  );
  const names = able.slice(0, 3).map(({ name }) => name);
  return names.length === 0 ? t('askAnOwnerOrAdminOf') : t('ask', { names: names.join(' or ') });
}
