/**
 * Which code is downloaded together. By default every set of pages that share code has a chunk of its own, most
 * of them of less than a KiB, and a page waits for dozens of them. Here such sets share a chunk where that
 * costs less than the requests it saves.
 */
import type { Rolldown } from 'vite';

type GetModule = (id: string) => Rolldown.ModuleInfo | null;
type Groups = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'];

/** What a request costs, in bytes of source code. Small values leave many chunks, large ones much unused code. */
const REQUEST_BYTES = 14_000;
/** What every visit begins with, pages that many begin with, and the charts on them. */
const FIRST_PAGES =
  /\/src\/(main|pages\/(Dashboard|PurchasePatterns|SupplyAnalysis|Assistant|DataSync)|ui\/charts\/plots)\.tsx?$/;
const FIRST_PAGE_WEIGHT = 32;
const PAGES = /\/src\/pages\//;
const PAGE_WEIGHT = 4;
/** Dynamic imports that a page always loads: after the first paint, or when a panel has its data. */
const LOADED_AT_ONCE = new RegExp(
  `/src/(${[
    'app/(serviceWorker|PreferencesLoader)',
    'app/layout/(ConnectionNotice|DemoBanner)',
    'features/purchasing/(CardCourse|DraftButton|OrderingActions)',
    'pages/(PinnedViews|SpendHistory|Today)',
    'ui/table/TableView',
  ].join('|')})\\.tsx?$`,
);
/** Marks a page as the user of what is loaded after it. */
const AFTER = '?after';
/** Code that loads after the first paint does not delay it, so it counts for less. */
const AFTER_WEIGHT = 1 / 12;
/** More than chunks that import each other in a row. */
const MAX_DEPTH = 24;

/** Modules that are downloaded together. */
interface Shared {
  modules: string[];
  bytes: number;
  /** The entries that need any of it: pages, menus and all else that is imported when it is shown. */
  users: Set<string>;
}

/** All modules that a module needs at once. */
function findNeeded(root: string, getModule: GetModule): Set<string> {
  const needed = new Set([root]);
  for (const id of needed) for (const each of getModule(id)?.importedIds ?? []) needed.add(each);
  return needed;
}

/** What is loaded soon after an entry, without what it needs itself. */
function findFollowing(needed: ReadonlySet<string>, getModule: GetModule): Set<string> {
  const loaded = new Set(needed);
  for (const id of loaded)
    for (const each of getModule(id)?.dynamicallyImportedIds ?? [])
      if (LOADED_AT_ONCE.test(each)) for (const part of findNeeded(each, getModule)) loaded.add(part);
  return new Set([...loaded].filter((id) => !needed.has(id)));
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

/** The shared code by the entries that need it, as it is without this module. */
function findShared(main: string, getModule: GetModule): Shared[] {
  const initial = findNeeded(main, getModule);
  const users = new Map<string, string[]>();
  const addUser = (user: string, modules: Iterable<string>) => {
    for (const id of modules) if (!initial.has(id)) users.set(id, [...(users.get(id) ?? []), user]);
  };
  addUser(main + AFTER, findFollowing(initial, getModule));
  for (const entry of findEntries(main, getModule)) {
    const needed = findNeeded(entry, getModule);
    addUser(entry, needed);
    if (!LOADED_AT_ONCE.test(entry)) addUser(entry + AFTER, findFollowing(needed, getModule));
  }
  const sets = new Map<string, Shared>();
  for (const [id, entries] of users) {
    if (entries.length < 2) continue;
    const key = entries.sort().join();
    const set = sets.get(key) ?? { modules: [], bytes: 0, users: new Set(entries) };
    set.modules.push(id);
    set.bytes += getModule(id)?.code?.length ?? 0;
    sets.set(key, set);
  }
  return [...sets.values()];
}

function weigh(user: string): number {
  if (user.endsWith(AFTER)) return weigh(user.slice(0, -AFTER.length)) * AFTER_WEIGHT;
  if (FIRST_PAGES.test(user)) return FIRST_PAGE_WEIGHT;
  return PAGES.test(user) ? PAGE_WEIGHT : 1;
}

/** What both in one chunk save: requests, less the code that some of their users don't need. */
function findSaving(one: Shared, other: Shared): number {
  let saving = 0;
  for (const user of one.users)
    saving += weigh(user) * (other.users.has(user) ? REQUEST_BYTES : -other.bytes);
  for (const user of other.users) if (!one.users.has(user)) saving -= weigh(user) * one.bytes;
  return saving;
}

/** How many chunks each one imports in a row; undefined if chunks import each other. */
function findDepths(shared: readonly Shared[], getModule: GetModule): number[] | undefined {
  const chunkOf = new Map(shared.flatMap(({ modules }, index) => modules.map((id) => [id, index] as const)));
  const imports = shared.map(({ modules }, index) => {
    const found = new Set<number>();
    for (const id of modules)
      for (const each of getModule(id)?.importedIds ?? []) {
        const chunk = chunkOf.get(each);
        if (chunk !== undefined && chunk !== index) found.add(chunk);
      }
    return found;
  });
  const depths: number[] = [];
  const open = new Set<number>();
  const visit = (index: number): boolean => {
    if (depths[index] !== undefined) return true;
    if (open.has(index)) return false;
    open.add(index);
    let depth = 0;
    for (const each of imports[index] ?? []) {
      if (!visit(each)) return false;
      depth = Math.max(depth, (depths[each] ?? 0) + 1);
    }
    depths[index] = depth;
    return true;
  };
  return shared.every((_, index) => visit(index)) ? depths : undefined;
}

/** Merges the two that save most until nothing is saved. */
function merge(shared: Shared[], getModule: GetModule): Shared[] {
  const refused = new Set<string>();
  const name = (one: Shared, other: Shared) => `${one.modules[0]}\n${other.modules[0]}`;
  for (;;) {
    let best: { saving: number; one: Shared; other: Shared } | undefined;
    for (const [index, one] of shared.entries())
      for (const other of shared.slice(index + 1)) {
        const saving = findSaving(one, other);
        if (saving > (best?.saving ?? 0) && !refused.has(name(one, other))) best = { saving, one, other };
      }
    if (!best) return shared;
    const { one, other } = best;
    const merged = {
      modules: [...one.modules, ...other.modules],
      bytes: one.bytes + other.bytes,
      users: new Set([...one.users, ...other.users]),
    };
    const next = [merged, ...shared.filter((each) => each !== one && each !== other)];
    if (findDepths(next, getModule)) shared = next;
    else refused.add(name(one, other));
  }
}

/**
 * Groups for the option `codeSplitting` of the bundler. It adds to a chunk all that the chunk imports and that
 * is in none yet, so those that import nothing come first.
 */
export function shareChunks(main: string): NonNullable<Groups> {
  let plan: Map<string, { name: string; depth: number }> | undefined;
  const findPlan = (getModule: GetModule) => {
    const shared = merge(findShared(main, getModule), getModule);
    const depths = findDepths(shared, getModule) ?? [];
    return new Map(
      shared.flatMap(({ modules }, index) =>
        modules.map((id) => [id, { name: `shared-${index}`, depth: depths[index] ?? 0 }] as const),
      ),
    );
  };
  return Array.from({ length: MAX_DEPTH }, (_, depth) => ({
    priority: MAX_DEPTH - depth,
    debugName: `shared, depth ${depth}`,
    name: (id: string, context: { getModuleInfo: GetModule }) => {
      plan ??= findPlan((each) => context.getModuleInfo(each));
      const chunk = plan.get(id);
      return chunk?.depth === depth ? chunk.name : null;
    },
  }));
}
