/** API queries about emails and about what operators did. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, invalidate, unwrapData } from '@/api/queries';

export type OperatorEmail = Schemas['OperatorEmail'];
export type AuditLogEntry = Schemas['OperatorAuditEntry'];

const PAGE_SIZE = 50;

export const emailsQuery = apiPagesQuery('/api/admin/emails', { limit: PAGE_SIZE });

export const operatorAuditLogQuery = apiPagesQuery('/api/admin/audit-log', { limit: PAGE_SIZE });

/** Reads an email when it is asked for, never ahead: each reading is written down. Its words are not kept once they are out of sight. */
export function useReadEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrapData(apiClient.GET('/api/admin/emails/{id}', { params: { path: { id } } })),
    onSettled: () => invalidate(queryClient, '/api/admin/audit-log'),
    gcTime: 0,
  });
}
