/** The way to the first recommendation: three steps, each with its status as text and what to do next. */
import type { Schemas } from '@sprout/client';
import { formatCount, formatDateTime } from '@/lib/format';
import { paths } from '@/lib/paths';
import { hasPermission } from '@/lib/permissions';

/** What the server says, and what the person may do. */
export interface OnboardingFacts {
  /** Where rows come from, as text; nothing where no source is set. */
  source: string | undefined;
  /** Whether the source answers; nothing while that is looked at. */
  health: Schemas['SyncHealth'] | undefined;
  status: Schemas['SyncStatus'];
  /** The run that continues. */
  run: Schemas['SyncRun'] | undefined;
  /** Stock rows, and how many of them have neither a reorder point nor sales enough for one. */
  stockRows: number;
  withoutReorderPoint: number;
  permissions: readonly string[];
  /** Whom to ask, such as `Ask Robin Field.` */
  ask: string;
}

export interface OnboardingStep {
  title: string;
  /** `now` is the one to do, `trouble` one that did not come out right. */
  state: 'done' | 'now' | 'trouble' | 'waiting';
  text: string;
  link?: { to: string; words: string };
}

const SOURCE_LINK = `${paths.dataSync}#source`;
const SYNC_LINK = `${paths.dataSync}#sync`;

/** The rows of all tables. */
const countRows = ({ tables }: Schemas['SyncStatus']) =>
  tables.reduce((sum, { rows }) => sum + (rows ?? 0), 0);

export function buildSteps(facts: OnboardingFacts): OnboardingStep[] {
  const connected = connectStep(facts);
  const synced = syncStep(facts, connected.state === 'done');
  return [connected, synced, recommendStep(facts, synced.state === 'done')];
}

function connectStep({ source, health, permissions, ask }: OnboardingFacts): OnboardingStep {
  const title = 'Connect your data';
  const may = hasPermission(permissions, 'sources.manage');
  if (source === undefined) {
    return may
      ? {
          title,
          state: 'now',
          text: 'A folder of CSV or Parquet files, a PostgreSQL database or a BigQuery dataset. It is tested before it is kept. No files yet? There are templates to fill in.',
          link: { to: SOURCE_LINK, words: 'Connect your data' },
        }
      : { title, state: 'now', text: `Nobody has said yet where the rows come from. ${ask}` };
  }
  if (health?.bigQuery === false) {
    const words = `${source} does not answer. ${health.sourceReason ?? ''} ${may ? '' : ask}`.trim();
    return {
      title,
      state: 'trouble',
      text: words,
      ...(may && { link: { to: SOURCE_LINK, words: 'Look at the source' } }),
    };
  }
  return { title, state: 'done', text: `Connected: ${source}.` };
}

function syncStep({ status, run, permissions, ask }: OnboardingFacts, connected: boolean): OnboardingStep {
  const title = 'Run the first sync';
  const may = hasPermission(permissions, 'sync.run');
  if (status.isRunning) {
    const read = run?.tables.reduce((sum, table) => sum + table.read, 0) ?? 0;
    return {
      title,
      state: 'now',
      text: `It is under way: ${formatCount(read)} rows read so far.`,
      link: { to: SYNC_LINK, words: 'See its progress' },
    };
  }
  const rows = countRows(status);
  if (rows > 0 && status.lastSyncTime !== undefined) {
    const { errors } = status.stats;
    const left = errors > 0 ? ` ${formatCount(errors)} could not land: Data Sync lists them.` : '';
    return {
      title,
      state: 'done',
      text: `${rows === 1 ? '1 row is' : `${formatCount(rows)} rows are`} here since ${formatDateTime(status.lastSyncTime)}.${left}`,
    };
  }
  if (status.runId !== undefined) {
    const [first] = status.recentErrors;
    const why =
      first === undefined ? 'Its tables were empty, or not there.' : `${first.table}: ${first.error}`;
    return {
      title,
      state: 'trouble',
      text: `The last sync brought no rows. ${why}`,
      link: { to: SYNC_LINK, words: 'Look at the sync' },
    };
  }
  if (!connected)
    return {
      title,
      state: 'waiting',
      text: 'Copies your rows into Sprout, and says which could not land and why.',
    };
  return may
    ? {
        title,
        state: 'now',
        text: 'Copies your rows into Sprout. You see how far it is, and which rows could not land.',
        link: { to: SYNC_LINK, words: 'Start the first sync' },
      }
    : { title, state: 'now', text: `The data are connected, but were never synced. ${ask}` };
}

function recommendStep(
  { stockRows, withoutReorderPoint, permissions, ask }: OnboardingFacts,
  synced: boolean,
): OnboardingStep {
  const title = 'See what to buy';
  if (!synced) {
    return {
      title,
      state: 'waiting',
      text: 'What to order now, how much and why, from your own stock and sales.',
    };
  }
  if (stockRows === 0) {
    const words = `inventory_data brought no rows, and without stock there is nothing to recommend. Add it to your source and sync again. ${hasPermission(permissions, 'sources.manage') ? '' : ask}`;
    return {
      title,
      state: 'trouble',
      text: words.trim(),
      link: { to: SOURCE_LINK, words: 'Look at the source' },
    };
  }
  const rows =
    stockRows === 1
      ? 'your stock row has'
      : `${formatCount(withoutReorderPoint)} of ${formatCount(stockRows)} stock rows have`;
  return {
    title,
    state: 'trouble',
    text: `Your data are too thin for a recommendation: ${rows} neither a reorder point nor enough sales to work one out. Set a minimum for an item, fill in reorder_point, or sync a longer history of sales.`,
    ...(hasPermission(permissions, 'purchasing.manage') && {
      link: { to: '?ordering=minimum', words: 'Set a minimum' },
    }),
  };
}

/** Whom someone asks who may not do it: up to three owners and admins by name. */
export function whomToAsk(
  members: readonly Pick<Schemas['Member'], 'name' | 'role' | 'you'>[] | undefined,
): string {
  const able = (members ?? []).filter(({ role, you }) => !you && (role === 'owner' || role === 'admin'));
  const names = able.slice(0, 3).map(({ name }) => name);
  return names.length === 0 ? 'Ask an owner or admin of your organization.' : `Ask ${names.join(' or ')}.`;
}
