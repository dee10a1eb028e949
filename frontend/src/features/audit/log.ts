/** What the page asks of the API about the audit log, and its filters as the address holds them. */
import { answer, type Schemas } from '@sprout/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Entry = Schemas['AuditEntry'];

/** What the address may narrow the log by; each is left out where it is not set. */
export const FILTERS = ['action', 'person', 'from', 'to', 'target'] as const;
export type Filter = Partial<Record<(typeof FILTERS)[number], string>>;

const PAGE = 50;

export function filterOf(address: URLSearchParams): Filter {
  const set = FILTERS.flatMap((name) => {
    const value = address.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(set);
}

export const auditLog = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['/api/audit-log', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const page = await answer(
        sprout.GET('/api/audit-log', {
          params: { query: { ...filter, limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      );
      // The same address gives a file to those who ask for one.
      if (typeof page === 'string') throw new TypeError('The audit log came as a file.');
      return page.data;
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** Every row that the filter allows, as a file. */
export async function auditFile(filter: Filter): Promise<string> {
  const { data } = await sprout.GET('/api/audit-log', {
    params: { query: filter, header: { Accept: 'text/csv' } },
    parseAs: 'text',
  });
  return String(data);
}
