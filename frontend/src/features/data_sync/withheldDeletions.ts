/** API queries of withheld deletions, and their texts. */
import { type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/api/queries';
import { formatCount, formatPercent } from '@/lib/format';
import { t } from '@/messages/en/data_sync_panels';
import { REFRESH_MS } from './syncRules';

export type WithheldDeletion = Schemas['WithheldDeletion'];

export const withheldDeletionsQuery = queryOptions({
  ...apiQuery('/api/data-sync/withheld-deletions'),
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});

export const formatRows = (number: number) => t('rowCount', { count: number, number: formatCount(number) });

/** `312 of 1,000 rows (31.2%) are no longer in the source.` */
export const missingText = ({ missingRows, liveRows }: Pick<WithheldDeletion, 'missingRows' | 'liveRows'>) =>
  t('ofNoLongerInTheSource', {
    count: missingRows,
    missing: formatCount(missingRows),
    live: formatRows(liveRows),
    percent: formatPercent((100 * missingRows) / liveRows),
  });

/** Keeps the rows. Applies to this number of rows only. */
export const dismissalKey = ({
  sourceTable,
  missingRows,
}: Pick<WithheldDeletion, 'sourceTable' | 'missingRows'>) => `${sourceTable}.${String(missingRows)}`;

/** The result of a sync with confirmed deletions. */
export interface DeletionResultData {
  table: string;
  confirmed: number;
  deleted: number;
}

/** The outcome of a confirmed deletion. `withheld` is the number of rows withheld now. */
export function deletionResultText(
  { table, confirmed, deleted }: DeletionResultData,
  withheld: number | undefined,
) {
  if (deleted > 0) {
    return {
      weight: 'success',
      words: t('ofDeleted', { count: deleted, deleted: formatRows(deleted), table }),
    } as const;
  }
  if (withheld !== undefined) {
    const words = t('noRowsOfWereDeletedYou', {
      table,
      confirmed: formatCount(confirmed),
      withheld: formatRows(withheld),
    });
    return { weight: 'warning', words } as const;
  }
  return {
    weight: 'info',
    words: t('noRowsOfWereDeletedThey', { table }),
  } as const;
}
