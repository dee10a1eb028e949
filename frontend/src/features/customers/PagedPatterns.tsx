/** The patterns of all customers, where there are more than one response holds: the server sorts and searches. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pageFetcher } from '@/api/pageFetcher';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/customers';
import { DataTable } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { useColumns } from '@/ui/useColumns';
import { useServerOrder } from '@/ui/useServerOrder';
import { patternColumns } from './patternColumns';
import type { PatternsTable } from './patternsTable';
import { customerPagesQuery, PAGE_ROWS } from './queries';

/** The columns that the server sorts by. */
const SORTABLE = [
  'customer',
  'customer_id',
  'last_purchase',
  'frequency',
  'average_spend',
  'predicted_next',
  'order_in_30_days',
  'still_customer',
  'orders',
];

/** The most that the server has in a page. */
const FILE_PAGE_ROWS = 1000;
const HEIGHT = 900;
/** Rows and cards shown until the user asks for all of them. */
const FIRST_ROWS = 20;
const FIRST_CARDS = 10;

export function PagedPatterns({ table, currency }: { table: PatternsTable; currency: string | undefined }) {
  const order = useServerOrder('', SORTABLE);
  const pages = useInfiniteQuery({ ...customerPagesQuery(order), placeholderData: keepPreviousData });
  const { data, error, isFetching, isPlaceholderData, refetch } = pages;
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const columns = useColumns(patternColumns, currency, true);
  if (!data) {
    if (!error) return <LoadingPlaceholder label={t('loading')} height={HEIGHT} />;
    const failure = errorText(error, t('failedToFetchData'));
    return <ErrorAlert {...failure} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const total = data.pages[0]?.total ?? 0;
  return (
    <DataTable
      {...table}
      columns={columns}
      rows={rows}
      initialRows={FIRST_ROWS}
      initialCards={FIRST_CARDS}
      describe={(shown) => t('showingOfCustomers', { shown: formatCount(shown), total: formatCount(total) })}
      server={{ sortable: SORTABLE, total, loading: isPlaceholderData }}
      fetchPage={pageFetcher('/api/customers', { limit: FILE_PAGE_ROWS, query: order })}
      more={nextPage(pages, t('showMoreCustomers', { rows: formatCount(PAGE_ROWS) }))}
    />
  );
}
