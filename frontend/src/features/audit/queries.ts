/** API queries of the audit log, and its filters in the URL. */
import { type Schemas } from '@sprout/client';
import { apiClient } from '@/api/client';
import { apiPagesQuery } from '@/api/queries';

export type AuditEntry = Schemas['AuditEntry'];

/** The filters in the URL. Unset filters are omitted. */
export const FILTER_NAMES = ['action', 'person', 'from', 'to', 'target'] as const;
export type AuditFilter = Partial<Record<(typeof FILTER_NAMES)[number], string>>;

const PAGE_SIZE = 50;

export function readFilter(address: URLSearchParams): AuditFilter {
  const set = FILTER_NAMES.flatMap((name) => {
    const value = address.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(set);
}

export const auditLogQuery = (filter: AuditFilter) =>
  apiPagesQuery('/api/audit-log', { limit: PAGE_SIZE, params: { query: { ...filter } } });

/** All rows that match the filter, as a file. */
export async function fetchAuditCsv(filter: AuditFilter): Promise<string> {
  const { data } = await apiClient.GET('/api/audit-log', {
    params: { query: filter, header: { Accept: 'text/csv' } },
    parseAs: 'text',
  });
  return String(data);
}
