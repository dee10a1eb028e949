/** The order and search of a table whose rows the server sorts, as the table keeps them in the URL. */
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatSort, parseSort } from './table/tableParams';

/** The query parameters of a list. Absent where the user chose nothing. */
interface ListOrder {
  sort?: string;
  q?: string;
}

/** `prefix` is that of the table's URL parameters; `sortable` are the columns that the server sorts by. */
export function useServerOrder(prefix: string, sortable: readonly string[]): ListOrder {
  const [address] = useSearchParams();
  const sort = parseSort(address.get(`${prefix}sort`), sortable);
  const search = useDeferredValue(address.get(`${prefix}filter`)?.trim() ?? '');
  return { ...(sort && { sort: formatSort(sort) }), ...(search !== '' && { q: search }) };
}
