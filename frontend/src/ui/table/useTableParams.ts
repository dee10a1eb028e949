/** Sort order, search and filters of a table, stored in the URL so that a link shows the same rows. */
import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useUrlParams } from '@/lib/useUrlParams';
import {
  formatFilter,
  formatSort,
  parseFilters,
  parseSort,
  type ColumnFilter,
  type Sort,
} from './tableParams';

interface TableState {
  /** None: the default order. */
  sort: Sort | undefined;
  /** As typed; empty shows all. */
  search: string;
  filters: readonly ColumnFilter[];
  /** Whether all rows are shown. */
  all: boolean;
}

export interface TableParams extends TableState {
  setSort: (sort: Sort | undefined) => void;
  setSearch: (text: string) => void;
  setFilters: (filters: readonly ColumnFilter[]) => void;
  setAll: (all: boolean) => void;
  clear: () => void;
}

/** Without a prefix, the state is lost with the page. */
export function useTableParams(prefix: string | undefined, ids: readonly string[]): TableParams {
  const [address, setAddress] = useUrlParams();
  const name = (short: string) => `${prefix ?? ''}${short}`;
  const read = (): TableState => {
    const params = prefix === undefined ? new URLSearchParams() : address;
    return {
      sort: parseSort(params.get(name('sort')), ids),
      search: params.get(name('filter')) ?? '',
      filters: parseFilters(params.getAll(name('where')), ids),
      all: params.get(name('rows')) === 'all',
    };
  };

  const { key } = useLocation();
  const arrivedBy = useNavigationType();
  // The router applies a new URL with a delay, which is too slow for typing. Only our own changes replace the
  // URL; when a link or the Back button changes it, the table follows.
  const [state, setState] = useState(read);
  const [seen, setSeen] = useState(key);
  if (prefix !== undefined && key !== seen) {
    setSeen(key);
    if (arrivedBy !== 'REPLACE') setState(read());
  }

  const change = (changes: Partial<TableState>) => {
    const next = { ...state, ...changes };
    setState(next);
    if (prefix === undefined) return;
    const values: Readonly<Record<string, readonly string[]>> = {
      sort: next.sort === undefined ? [] : [formatSort(next.sort)],
      filter: next.search === '' ? [] : [next.search],
      where: next.filters.map(formatFilter),
      rows: next.all ? ['all'] : [],
    };
    setAddress(
      (now) => {
        for (const [short, texts] of Object.entries(values)) {
          now.delete(name(short));
          for (const text of texts) now.append(name(short), text);
        }
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return {
    ...state,
    setSort: (sort) => change({ sort }),
    setSearch: (search) => change({ search }),
    setFilters: (filters) => change({ filters }),
    setAll: (all) => change({ all }),
    clear: () => change({ search: '', filters: [] }),
  };
}
