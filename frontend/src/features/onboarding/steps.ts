/** The way to the first recommendation: three steps, each with how it stands in words and what to do next. */
import type { Schemas } from '@sprout/client';
import { count, moment } from '@/lib/format';
import { paths } from '@/lib/paths';

/** What the server says, and what the person may do. */
export interface Facts {
  /** Where rows come from, in words; nothing where no source is set. */
  source: string | undefined;
  /** Whether the source answers; nothing while that is looked at. */
  health: Schemas['SyncHealth'] | undefined;
  status: Schemas['SyncStatus'];
  /** The run that goes on. */
  run: Schemas['SyncRun'] | undefined;
  /** Stock rows, and how many of them have neither a reorder point nor sales enough for one. */
  stockRows: number;
  withoutReorderPoint: number;
  permissions: readonly string[];
  /** Whom to ask, such as `Ask Robin Field.` */
  ask: string;
}

export interface Step {
  title: string;
  /** `now` is the one to do, `trouble` one that did not come out right. */
  state: 'done' | 'now' | 'trouble' | 'waiting';
  words: string;
  link?: { to: string; words: string };
}

export const toSource = `${paths.dataSync}#source`;
export const toSync = `${paths.dataSync}#sync`;

/** The rows of all tables. */
export const rowsOf = ({ tables }: Schemas['SyncStatus']) =>
  tables.reduce((sum, { rows }) => sum + (rows ?? 0), 0);

export function stepsOf(facts: Facts): Step[] {
  const connected = connect(facts);
  const synced = sync(facts, connected.state === 'done');
  return [connected, synced, recommend(facts, synced.state === 'done')];
}

function connect({ source, health, permissions, ask }: Facts): Step {
  const title = 'Connect your data';
  const may = permissions.includes('sources.manage');
  if (source === undefined) {
    return may
      ? {
          title,
          state: 'now',
          words:
            'A folder of CSV or Parquet files, a PostgreSQL database or a BigQuery dataset. It is tested before it is kept. No files yet? There are templates to fill in.',
          link: { to: toSource, words: 'Connect your data' },
        }
      : { title, state: 'now', words: `Nobody has said yet where the rows come from. ${ask}` };
  }
  if (health?.bigQuery === false) {
    const words = `${source} does not answer. ${health.sourceReason ?? ''} ${may ? '' : ask}`.trim();
    return {
      title,
      state: 'trouble',
      words,
      ...(may && { link: { to: toSource, words: 'Look at the source' } }),
    };
  }
  return { title, state: 'done', words: `Connected: ${source}.` };
}

function sync({ status, run, permissions, ask }: Facts, connected: boolean): Step {
  const title = 'Run the first sync';
  const may = permissions.includes('sync.run');
  if (status.isRunning) {
    const read = run?.tables.reduce((sum, table) => sum + table.read, 0) ?? 0;
    return {
      title,
      state: 'now',
      words: `It is under way: ${count(read)} rows read so far.`,
      link: { to: toSync, words: 'See its progress' },
    };
  }
  const rows = rowsOf(status);
  if (rows > 0 && status.lastSyncTime !== undefined) {
    const { errors } = status.stats;
    const left = errors > 0 ? ` ${count(errors)} could not land: Data Sync lists them.` : '';
    return {
      title,
      state: 'done',
      words: `${rows === 1 ? '1 row is' : `${count(rows)} rows are`} here since ${moment(status.lastSyncTime)}.${left}`,
    };
  }
  if (status.runId !== undefined) {
    const [first] = status.recentErrors;
    const why =
      first === undefined ? 'Its tables were empty, or not there.' : `${first.table}: ${first.error}`;
    return {
      title,
      state: 'trouble',
      words: `The last sync brought no rows. ${why}`,
      link: { to: toSync, words: 'Look at the sync' },
    };
  }
  if (!connected)
    return {
      title,
      state: 'waiting',
      words: 'Copies your rows into Sprout, and says which could not land and why.',
    };
  return may
    ? {
        title,
        state: 'now',
        words: 'Copies your rows into Sprout. You see how far it is, and which rows could not land.',
        link: { to: toSync, words: 'Start the first sync' },
      }
    : { title, state: 'now', words: `The data are connected, but were never synced. ${ask}` };
}

function recommend({ stockRows, withoutReorderPoint, permissions, ask }: Facts, synced: boolean): Step {
  const title = 'See what to buy';
  if (!synced) {
    return {
      title,
      state: 'waiting',
      words: 'What to order now, how much and why, from your own stock and sales.',
    };
  }
  if (stockRows === 0) {
    const words = `inventory_data brought no rows, and without stock there is nothing to recommend. Add it to your source and sync again. ${permissions.includes('sources.manage') ? '' : ask}`;
    return {
      title,
      state: 'trouble',
      words: words.trim(),
      link: { to: toSource, words: 'Look at the source' },
    };
  }
  const rows =
    stockRows === 1
      ? 'your stock row has'
      : `${count(withoutReorderPoint)} of ${count(stockRows)} stock rows have`;
  return {
    title,
    state: 'trouble',
    words: `Your data are too thin for a recommendation: ${rows} neither a reorder point nor enough sales to work one out. Set a minimum for an item, fill in reorder_point, or sync a longer history of sales.`,
    ...(permissions.includes('purchasing.manage') && {
      link: { to: '?ordering=minimum', words: 'Set a minimum' },
    }),
  };
}

/** Whom somebody asks who may not do it: up to three owners and admins by name. */
export function askWords(
  members: readonly Pick<Schemas['Member'], 'name' | 'role' | 'you'>[] | undefined,
): string {
  const able = (members ?? []).filter(({ role, you }) => !you && (role === 'owner' || role === 'admin'));
  const names = able.slice(0, 3).map(({ name }) => name);
  return names.length === 0 ? 'Ask an owner or admin of your organization.' : `Ask ${names.join(' or ')}.`;
}
