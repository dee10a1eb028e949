/** Sort order, search and filters of a table, stored in the URL so that a link shows the same rows. */
import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import {
  formatFilter,
  formatSort,
  parseFilters,
  parseSort,
  type ColumnFilter,
  type Sort,
} from './tableParams';

interface Typed {
  /** As typed; empty shows all. */
  search: string;
  filters: readonly ColumnFilter[];
}

export interface TableParams extends Typed {
  /** None: the default order. */
  sort: Sort | undefined;
  /** Whether all rows are shown. */
  all: boolean;
  setSort: (sort: Sort | undefined) => void;
  setSearch: (text: string) => void;
  setFilters: (filters: readonly ColumnFilter[]) => void;
  setAll: (all: boolean) => void;
  clear: () => void;
}

/** Without a prefix, the state is lost with the page. */
export function useTableParams(prefix: string | undefined, ids: readonly string[]): TableParams {
  const [address, setAddress] = useSearchParams();
  const [own, setOwn] = useState(() => new URLSearchParams());
  const params = prefix === undefined ? own : address;
  const name = (short: string) => `${prefix ?? ''}${short}`;

  const { key } = useLocation();
  const arrivedBy = useNavigationType();
  // The router applies a new URL with a delay, which is too slow for typing. Only our own changes replace the
  // URL; when a link or the Back button changes it, what was typed follows.
  const read = (): Typed => ({
    search: params.get(name('filter')) ?? '',
    filters: parseFilters(params.getAll(name('where')), ids),
  });
  const [typed, setTyped] = useState(read);
  const [seen, setSeen] = useState(key);
  if (prefix !== undefined && key !== seen) {
    setSeen(key);
    if (arrivedBy !== 'REPLACE') setTyped(read());
  }

  const change = (changes: Readonly<Record<string, readonly string[]>>) => {
    const apply = (now: URLSearchParams) => {
      const next = new URLSearchParams(now);
      for (const [short, values] of Object.entries(changes)) {
        next.delete(name(short));
        for (const value of values) next.append(name(short), value);
      }
      return next;
    };
    if (prefix === undefined) setOwn(apply);
    else setAddress(apply, { replace: true, preventScrollReset: true });
  };
  const type = (next: Typed) => {
    setTyped(next);
    change({ filter: next.search === '' ? [] : [next.search], where: next.filters.map(formatFilter) });
  };
  return {
    sort: parseSort(params.get(name('sort')), ids),
    ...typed,
    all: params.get(name('rows')) === 'all',
    setSort: (sort) => change({ sort: sort === undefined ? [] : [formatSort(sort)] }),
    setSearch: (text) => type({ ...typed, search: text }),
    setFilters: (filters) => type({ ...typed, filters }),
    setAll: (all) => change({ rows: all ? ['all'] : [] }),
    clear: () => type({ search: '', filters: [] }),
  };
}
