/** The next page of a list that the server pages, as a table shows it. */
import type { MoreRows } from './table/tableTypes';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Undefined if all rows are loaded. */
export const nextPage = (list: PagedList, label: string): MoreRows | undefined =>
  list.hasNextPage
    ? { label, onLoad: () => void list.fetchNextPage(), loading: list.isFetchingNextPage }
    : undefined;
