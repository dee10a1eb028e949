/** API calls of the calendar feed. */
import { unwrap } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

const FEED = '/api/calendar-feed';

export const calendarFeedQuery = apiQuery(FEED);

/** Creates the URL, which replaces an earlier one. */
export function useCreateCalendarFeed() {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  return useMutation({
    mutationFn: () => once('', (header) => unwrapData(apiClient.POST(FEED, { params: { header } }))),
    onSuccess: () => invalidate(queryClient, FEED),
  });
}

export function useRevokeCalendarFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(apiClient.DELETE(FEED)),
    onSuccess: () => invalidate(queryClient, FEED),
  });
}
