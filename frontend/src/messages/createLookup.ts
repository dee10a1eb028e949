/** Looks up texts in the catalogs of one language. */
import type { Catalog, Lookup } from '@/lib/translate';

/** `catalogs` by path: `./stock.ts`. */
export const createLookup =
  (catalogs: Readonly<Record<string, unknown>>): Lookup =>
  (feature, key) =>
    (catalogs[`./${feature}.ts`] as Catalog | undefined)?.[key];
