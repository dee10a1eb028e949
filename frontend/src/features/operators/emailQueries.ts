/** API queries of emails and operator actions. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, invalidate, unwrapData } from '@/api/queries';

export type OperatorEmail = Schemas['OperatorEmail'];
export type AuditLogEntry = Schemas['OperatorAuditEntry'];

const PAGE_SIZE = 50;

export const emailsQuery = apiPagesQuery('/api/admin/emails', { limit: PAGE_SIZE });

export const operatorAuditLogQuery = apiPagesQuery('/api/admin/audit-log', { limit: PAGE_SIZE });

/**
 * Reads an email on request only, because each reading is logged. The body is dropped when it is no longer
 * shown.
 */
export function useReadEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrapData(apiClient.GET('/api/admin/emails/{id}', { params: { path: { id } } })),
    onSettled: () => invalidate(queryClient, '/api/admin/audit-log'),
    gcTime: 0,
  });
}
