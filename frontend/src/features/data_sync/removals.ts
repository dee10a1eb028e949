/** What the page asks of the API about rows that are held back, and how that is said in words. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { count, percent } from '@/lib/format';
import { REFRESH_MS } from './rules';

export type HeldRemoval = Schemas['HeldRemoval'];

export const heldRemovals = queryOptions({
  queryKey: ['/api/data-sync/removals'],
  queryFn: async ({ signal }) => (await answer(sprout.GET('/api/data-sync/removals', { signal }))).data,
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

export const rows = (number: number) => (number === 1 ? '1 row' : `${count(number)} rows`);

/** `312 of 1,000 rows (31.2%) are no longer in the source.` */
export const missingInWords = ({ missing, live }: Pick<HeldRemoval, 'missing' | 'live'>) =>
  `${count(missing)} of ${rows(live)} (${percent((100 * missing) / live)}) ${missing === 1 ? 'is' : 'are'} no longer in the source.`;

/** The answer "keep them", which holds for this number of rows only. */
export const keptMark = ({ sourceTable, missing }: Pick<HeldRemoval, 'sourceTable' | 'missing'>) =>
  `${sourceTable}.${String(missing)}`;

/** What a sync did that was asked to remove so many rows. */
export interface Removed {
  table: string;
  confirmed: number;
  deleted: number;
}

/** What became of a confirmed removal; `heldBack` is what waits now. */
export function outcomeInWords({ table, confirmed, deleted }: Removed, heldBack: number | undefined) {
  if (deleted > 0) {
    return { weight: 'success', words: `${rows(deleted)} of ${table} ${were(deleted)} removed.` } as const;
  }
  if (heldBack !== undefined) {
    const words = `Nothing of ${table} was removed. The source lacks ${rows(heldBack)} now, and ${count(confirmed)} ${were(confirmed)} confirmed: look at them again.`;
    return { weight: 'warning', words } as const;
  }
  return {
    weight: 'info',
    words: `Nothing of ${table} had to be removed: its rows are back in the source.`,
  } as const;
}

const were = (number: number) => (number === 1 ? 'was' : 'were');
