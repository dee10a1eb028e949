/** API queries of feedback on answers. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, invalidate, unwrapData } from '@/api/queries';

export type RatedAnswer = Schemas['RatedAnswer'];
export type SharedFeedback = Schemas['SharedFeedback'];
export type PlannedCall = Schemas['PlannedCall'];
export type ReviewState = Schemas['ReviewState'];

export const REVIEW_STATES = ['open', 'case', 'dismissed'] as const satisfies readonly ReviewState[];

const PAGE_SIZE = 50;

export const ratedAnswersQuery = (state: ReviewState) =>
  apiPagesQuery('/api/ai-bot/feedback', { limit: PAGE_SIZE, params: { query: { state } } });

export const sharedFeedbackQuery = apiPagesQuery('/api/admin/feedback', { limit: PAGE_SIZE });

/** Changes the state of an answer's review. */
export function useReviewAnswer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, state }: { id: string; state: ReviewState }) =>
      unwrapData(apiClient.PATCH('/api/ai-bot/feedback/{id}', { params: { path: { id } }, body: { state } })),
    onSettled: () => invalidate(queryClient, '/api/ai-bot/feedback'),
  });
}

/** The evaluation cases as JSON lines. */
export async function fetchEvaluationCases(): Promise<string> {
  const { data } = await apiClient.GET('/api/ai-bot/evaluation-cases', { parseAs: 'text' });
  return String(data);
}
