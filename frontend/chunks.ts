/**
 * Which code is downloaded together. By default every set of pages that share code has a chunk of its own, most
 * of them of less than a KiB, and a page waits for dozens of them. Here such sets share a chunk where that
 * costs less than the requests it saves.
 */
import { minifySync, type Rolldown } from 'vite';

type GetModule = (id: string) => Rolldown.ModuleInfo | null;
type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'];

/**
 * What a request costs before the first paint, in bytes of minified code. It is also one of the whole visit.
 * Small values leave many chunks, large ones much unused code.
 */
const PAINT_REQUEST_BYTES = 4_000;
const VISIT_REQUEST_BYTES = 3_000;
/** Code that loads after the first paint does not delay it, so a byte costs less. */
const VISIT_BYTE = 1 / 50;
/** The page that most visits begin with, and its charts: more API calls and panels than any other. */
const MAIN_PAGE = /\/src\/(pages\/Dashboard|ui\/charts\/plots)\.tsx?/;
const MAIN_PAGE_WEIGHT = 300;
/** The other pages of `budgets.json` that people visit often. */
const BUDGETED_PAGES =
  /\/src\/pages\/(PurchasePatterns|SupplyAnalysis|Assistant|DataSync|AccountSettings)\.tsx?/;
const BUDGETED_PAGE_WEIGHT = 32;
/** Pages of one customer, item, supplier, order or location: they have more API calls than other pages. */
const RECORD_PAGES = /\/src\/pages\/\w+Record\.tsx?/;
const RECORD_PAGE_WEIGHT = 8;
const PAGES = /\/src\/pages\//;
const PAGE_WEIGHT = 4;
/** Dynamic imports that a page always loads: after the first paint, or when a panel has its data. */
const LOADED_AT_ONCE = new RegExp(
  `/src/(${[
    'app/(serviceWorker|PreferencesLoader)',
    'app/layout/(ConnectionNotice|DemoBanner)',
    'features/accounts/(AccountDataPanel|PreferencesPanel)',
    'features/customers/PagedPatterns',
    'features/organizations/MembersTab',
    'features/purchasing/(CardCourse|DraftButton|OrderingActions)',
    'pages/(PinnedViews|SpendHistory|Today)',
    'ui/table/TableView',
  ].join('|')})\\.tsx?$`,
);
/** Marks a page as the user of all that a visit of it loads. */
const VISIT = '?visit';
/** An upper bound for the number of shared chunks. */
const MAX_CHUNKS = 64;

/** Modules that are downloaded together. */
interface Shared {
  modules: string[];
  bytes: number;
  /** Who loads any of it: pages before the first paint, visits, menus and all else that is imported when shown. */
  users: Set<string>;
  /** Chunks that it imports. */
  imports: Set<Shared>;
}

/** All modules that these need at once. */
function findNeeded(roots: Iterable<string>, getModule: GetModule): Set<string> {
  const needed = new Set(roots);
  for (const id of needed) for (const each of getModule(id)?.importedIds ?? []) needed.add(each);
  return needed;
}

/** All modules that a visit loads which begins with these. */
function findVisited(roots: Iterable<string>, getModule: GetModule): Set<string> {
  const visited = findNeeded(roots, getModule);
  for (const id of visited) {
    const { importedIds = [], dynamicallyImportedIds = [] } = getModule(id) ?? {};
    for (const each of importedIds) visited.add(each);
    for (const each of dynamicallyImportedIds) if (LOADED_AT_ONCE.test(each)) visited.add(each);
  }
  return visited;
}

function findEntries(main: string, getModule: GetModule): Set<string> {
  const entries = new Set<string>();
  const seen = new Set([main]);
  for (const id of seen) {
    const module = getModule(id);
    for (const each of module?.importedIds ?? []) seen.add(each);
    for (const each of module?.dynamicallyImportedIds ?? []) {
      entries.add(each);
      seen.add(each);
    }
  }
  return entries;
}

/** The size of a module after minification, in bytes. Unused exports are included. */
function measureCode(id: string, code: string): number {
  const production = code.replaceAll('process.env.NODE_ENV', '"production"');
  return minifySync(id, production).code.length;
}

/** The code by who needs it, as it is without this module. The own code of an entry is with it anyway. */
function findShared(main: string, getModule: GetModule): Shared[] {
  const initial = findNeeded([main], getModule);
  const users = new Map<string, string[]>();
  const addUser = (user: string, modules: Iterable<string>) => {
    for (const id of modules) if (!initial.has(id)) users.set(id, [...(users.get(id) ?? []), user]);
  };
  for (const entry of findEntries(main, getModule)) {
    if (LOADED_AT_ONCE.test(entry)) continue;
    addUser(entry, findNeeded([entry], getModule));
    if (PAGES.test(entry)) addUser(entry + VISIT, findVisited([main, entry], getModule));
  }
  const isOwn = ([first = '', ...others]: string[]) =>
    !first.endsWith(VISIT) && others.every((user) => user === first + VISIT);
  const shared = [...users].filter(([, all]) => !isOwn(all)).map(([id]) => id);
  const sets = new Map<string, Shared>();
  const setOf = new Map<string, Shared>();
  for (const id of findNeeded(shared, getModule)) {
    const all = users.get(id);
    if (!all) continue;
    const set = sets.get(all.join()) ?? { modules: [], bytes: 0, users: new Set(all), imports: new Set() };
    set.modules.push(id);
    set.bytes += measureCode(id, getModule(id)?.code ?? '');
    sets.set(all.join(), set);
    setOf.set(id, set);
  }
  for (const [id, set] of setOf) {
    for (const each of getModule(id)?.importedIds ?? []) {
      const imported = setOf.get(each);
      if (imported && imported !== set) set.imports.add(imported);
    }
  }
  return [...sets.values()];
}

function weigh(user: string): number {
  if (MAIN_PAGE.test(user)) return MAIN_PAGE_WEIGHT;
  if (BUDGETED_PAGES.test(user)) return BUDGETED_PAGE_WEIGHT;
  if (RECORD_PAGES.test(user)) return RECORD_PAGE_WEIGHT;
  return PAGES.test(user) ? PAGE_WEIGHT : 1;
}
const delaysPaint = (user: string) => PAGES.test(user) && !user.endsWith(VISIT);
const weighRequest = (user: string) =>
  weigh(user) * (delaysPaint(user) ? PAINT_REQUEST_BYTES : VISIT_REQUEST_BYTES);
const weighByte = (user: string) => weigh(user) * (delaysPaint(user) ? 1 : VISIT_BYTE);

/** A chunk, and all that it imports. */
function findReached(one: Shared): Set<Shared> {
  const reached = new Set([one]);
  for (const each of reached) for (const imported of each.imports) reached.add(imported);
  return reached;
}

/** Chunks that one imports, and that import the other: all of them share a chunk, or none. */
const findBetween = (from: Shared, to: Shared): Shared[] =>
  [...findReached(from)].filter((each) => each !== from && each !== to && findReached(each).has(to));

const findParts = (one: Shared, other: Shared): Shared[] => [
  one,
  other,
  ...findBetween(one, other),
  ...findBetween(other, one),
];

/** What these in one chunk save: requests, less the code that some of their users don't need. */
function findSaving(parts: readonly Shared[]): number {
  const imported = new Set(parts.flatMap((each) => [...findReached(each)]));
  for (const each of parts) imported.delete(each);
  let saving = 0;
  for (const user of new Set(parts.flatMap((each) => [...each.users]))) {
    saving -= weighRequest(user);
    for (const each of parts)
      saving += each.users.has(user) ? weighRequest(user) : -weighByte(user) * each.bytes;
    for (const each of imported)
      if (!each.users.has(user)) saving -= weighRequest(user) + weighByte(user) * each.bytes;
  }
  return saving;
}

/** Merges what saves most until nothing is saved. */
function merge(shared: Shared[]): Shared[] {
  const pair = (one: Shared, others: readonly Shared[]) =>
    others
      .map((other) => ({ one, other, saving: findSaving(findParts(one, other)) }))
      .filter(({ saving }) => saving > 0);
  let pairs = shared.flatMap((one, index) => pair(one, shared.slice(index + 1)));
  while (pairs.length > 0) {
    const best = pairs.reduce((most, each) => (each.saving > most.saving ? each : most));
    const parts = findParts(best.one, best.other);
    // Other merges may have changed it.
    const saving = findSaving(parts);
    if (saving <= 0) pairs = pairs.filter((each) => each !== best);
    else if (saving < best.saving) best.saving = saving;
    else {
      const merged = join(parts, shared);
      shared = shared.filter((each) => !parts.includes(each));
      pairs = pairs.filter(({ one, other }) => !parts.includes(one) && !parts.includes(other));
      pairs.push(...pair(merged, shared));
      shared.push(merged);
    }
  }
  return shared;
}

/** One chunk of these, for the chunks that import them. */
function join(parts: readonly Shared[], shared: readonly Shared[]): Shared {
  const merged: Shared = {
    modules: parts.flatMap((each) => each.modules),
    bytes: parts.reduce((sum, each) => sum + each.bytes, 0),
    users: new Set(parts.flatMap((each) => [...each.users])),
    imports: new Set(parts.flatMap((each) => [...each.imports])),
  };
  for (const part of parts) {
    merged.imports.delete(part);
    for (const each of shared) if (each.imports.delete(part)) each.imports.add(merged);
  }
  for (const each of findReached(merged)) for (const user of merged.users) each.users.add(user);
  return merged;
}

/** How many chunks a chunk imports in a row. */
const findDepth = ({ imports }: Shared): number =>
  Math.max(0, ...[...imports].map((each) => findDepth(each) + 1));

/**
 * Groups for the option `codeSplitting` of the bundler. A group also takes what its chunk imports and the groups
 * before it have left, such as the modules of a barrel file that are not known to be used. So those that import
 * nothing come first, and of them the ones with the most users.
 */
export function shareChunks(main: string): NonNullable<Groups> {
  let plan: Map<string, number> | undefined;
  const findPlan = (getModule: GetModule) => {
    const shared = merge(findShared(main, getModule)).sort(
      (one, other) => findDepth(one) - findDepth(other) || other.users.size - one.users.size,
    );
    return new Map(shared.flatMap(({ modules }, position) => modules.map((id) => [id, position] as const)));
  };
  return Array.from({ length: MAX_CHUNKS }, (_, position) => ({
    priority: MAX_CHUNKS - position,
    debugName: `shared, ${position}`,
    name: (id: string, context: { getModuleInfo: GetModule }) => {
      plan ??= findPlan((each) => context.getModuleInfo(each));
      return plan.get(id) === position ? `shared-${position}` : null;
    },
  }));
}
