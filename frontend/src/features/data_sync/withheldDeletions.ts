/** API queries about rows that are withheld, and how that is shown as text. */
import { type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/api/queries';
import { formatCount, formatPercent } from '@/lib/format';
import { REFRESH_MS } from './syncRules';

export type WithheldDeletion = Schemas['HeldRemoval'];

export const withheldDeletionsQuery = queryOptions({
  ...apiQuery('/api/data-sync/removals'),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

export const formatRows = (number: number) => (number === 1 ? '1 row' : `${formatCount(number)} rows`);

/** `312 of 1,000 rows (31.2%) are no longer in the source.` */
export const missingText = ({ missing, live }: Pick<WithheldDeletion, 'missing' | 'live'>) =>
  `${formatCount(missing)} of ${formatRows(live)} (${formatPercent((100 * missing) / live)}) ${missing === 1 ? 'is' : 'are'} no longer in the source.`;

/** The answer "keep them", which holds for this number of rows only. */
export const dismissalKey = ({ sourceTable, missing }: Pick<WithheldDeletion, 'sourceTable' | 'missing'>) =>
  `${sourceTable}.${String(missing)}`;

/** What a sync did that was asked to remove so many rows. */
export interface DeletionResultData {
  table: string;
  confirmed: number;
  deleted: number;
}

/** What became of a confirmed removal; `heldBack` is what waits now. */
export function deletionResultText(
  { table, confirmed, deleted }: DeletionResultData,
  heldBack: number | undefined,
) {
  if (deleted > 0) {
    return {
      weight: 'success',
      words: `${formatRows(deleted)} of ${table} ${wasOrWere(deleted)} removed.`,
    } as const;
  }
  if (heldBack !== undefined) {
    const words = `Nothing of ${table} was removed. The source lacks ${formatRows(heldBack)} now, and ${formatCount(confirmed)} ${wasOrWere(confirmed)} confirmed: look at them again.`;
    return { weight: 'warning', words } as const;
  }
  return {
    weight: 'info',
    words: `Nothing of ${table} had to be removed: its rows are back in the source.`,
  } as const;
}

const wasOrWere = (number: number) => (number === 1 ? 'was' : 'were');
