/** API queries about the audit log, and its filters as the address holds them. */
import { type Schemas } from '@sprout/client';
import { apiClient } from '@/api/client';
import { apiPagesQuery } from '@/api/queries';

export type AuditEntry = Schemas['AuditEntry'];

/** What the address may narrow the log by; each is left out where it is not set. */
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

/** Every row that the filter allows, as a file. */
export async function fetchAuditCsv(filter: AuditFilter): Promise<string> {
  const { data } = await apiClient.GET('/api/audit-log', {
    params: { query: filter, header: { Accept: 'text/csv' } },
    parseAs: 'text',
  });
  return String(data);
}
