/** The sort order and filter of the patterns table, stored in the URL, so that a link shows the same rows. */
import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { parseSort, withParam, formatSort, type Sort } from './patternSort';

export interface PatternFilters {
  /** None: the server's order. */
  sort: Sort | undefined;
  /** As typed; empty shows all. */
  filter: string;
}

interface PatternFilterState {
  filters: PatternFilters;
  setSort: (sort: Sort | undefined) => void;
  setFilter: (filter: string) => void;
}

const SORT = 'sort';
const FILTER = 'filter';

export function usePatternFilters(): PatternFilterState {
  const [address, setAddress] = useSearchParams();
  const { key } = useLocation();
  const arrivedBy = useNavigationType();
  // The router applies a new URL with a delay, which is too slow for typing. Only our own changes replace the
  // URL; when a link or the Back button changes it, the filter follows.
  const [filter, setFilter] = useState(() => address.get(FILTER) ?? '');
  const [seen, setSeen] = useState(key);
  if (key !== seen) {
    setSeen(key);
    if (arrivedBy !== 'REPLACE') setFilter(address.get(FILTER) ?? '');
  }
  const change = (name: string, value: string) =>
    setAddress((now) => withParam(now, name, value), { replace: true });
  return {
    filters: { sort: parseSort(address.get(SORT)), filter },
    setSort: (sort) => change(SORT, sort === undefined ? '' : formatSort(sort)),
    setFilter: (text) => {
      setFilter(text);
      change(FILTER, text);
    },
  };
}
