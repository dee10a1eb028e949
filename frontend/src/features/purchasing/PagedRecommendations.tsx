/** Loads recommendations page by page, where there are more than one response holds: the server sorts and searches. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import { pageFetcher } from '@/api/pageFetcher';
import { apiPagesQuery } from '@/api/queries';
import { errorText } from '@/api/errors';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/purchasing';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import type { FetchPage, MoreRows, ServerRows } from '@/ui/table/tableTypes';
import { useServerOrder } from '@/ui/useServerOrder';
import { PAGE_ROWS, type Recommendation } from './queries';

/** The columns that the server sorts by. */
const SORTABLE = [
  'item',
  'stock',
  'recommended',
  'cost',
  'supplier',
  'days_of_cover',
  'lead_time',
  'reorder_point',
];

const RECOMMENDATIONS = '/api/purchasing/recommendations';
/** The most that the server has in a page. */
const FILE_PAGE_ROWS = 1000;
const HEIGHT = 480;

/** The rows of the pages that are loaded. */
export interface LoadedRecommendations {
  items: readonly Recommendation[];
  /** Of all matching recommendations; undefined if all are loaded. */
  totalCost?: number;
  server?: ServerRows;
  more?: MoreRows | undefined;
  fetchPage?: FetchPage<Recommendation>;
}

interface PagedRecommendationsProps {
  onLoad: (items: readonly Recommendation[]) => void;
  children: (loaded: LoadedRecommendations) => ReactNode;
}

export function PagedRecommendations({ onLoad, children }: PagedRecommendationsProps) {
  const order = useServerOrder('recommendations-', SORTABLE);
  const pages = useInfiniteQuery({
    ...apiPagesQuery(RECOMMENDATIONS, { limit: PAGE_ROWS, params: { query: order } }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = pages;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  useEffect(() => onLoad(items), [items, onLoad]);
  if (!data) {
    if (!error) return <LoadingPlaceholder label={t('theRecommendationsAreLoading')} height={HEIGHT} />;
    const failure = errorText(error, t('couldntLoadTheRecommendations'));
    return <ErrorAlert {...failure} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const [first] = data.pages;
  return children({
    items,
    totalCost: first?.totalCost ?? 0,
    server: { sortable: SORTABLE, total: first?.total ?? 0, loading: isPlaceholderData },
    fetchPage: pageFetcher(RECOMMENDATIONS, { limit: FILE_PAGE_ROWS, query: order }),
    more: nextPage(pages, t('showMoreRecommendations', { rows: formatCount(PAGE_ROWS) })),
  });
}
