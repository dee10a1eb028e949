/** API queries of the totals above which orders need approval. */
import type { Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

const LIMITS = '/api/purchasing/approval-limits';

export const approvalLimitsQuery = apiQuery(LIMITS);

/** Replaces the limits. Refetches the drafts, which say whether the user may order them. */
export function useSetApprovalLimits() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ApprovalLimitsInput']) => unwrapData(apiClient.PUT(LIMITS, { body })),
    onSuccess: async (set) => {
      queryClient.setQueryData(approvalLimitsQuery.queryKey, set);
      await invalidate(queryClient, '/api/purchasing/drafts', '/api/purchasing/drafts/{id}');
    },
  });
}
