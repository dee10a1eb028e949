/** API queries of scheduled reports. */
import { unwrap, type Schemas } from '@sprout/client';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { useIdempotencyKey } from '@/api/idempotency';
import { apiPagesQuery, invalidate, unwrapData } from '@/api/queries';

export type ReportSchedule = Schemas['ReportSchedule'];
export type ReportScheduleInput = Schemas['ReportScheduleInput'];
export type ReportDelivery = Schemas['ReportDelivery'];

const SCHEDULES = '/api/report-schedules';
const DELIVERIES = '/api/report-schedules/{id}/deliveries';
/** Refetch interval while an email waits, in milliseconds. */
const POLL_MS = 5_000;

/** The schedules that the user may see, newest first. */
export const reportSchedulesQuery = apiPagesQuery(SCHEDULES, { limit: 20 });

/** The members to choose recipients from. */
export const recipientsQuery = apiPagesQuery('/api/members', { limit: 200 });

/** The emails of a schedule, newest first. */
export const reportDeliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    ...apiPagesQuery(DELIVERIES, { limit: 10, params: { path: { id } } }),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some((delivery) => delivery.state === 'pending') === true && POLL_MS,
  });

type ReportSubject = Pick<ReportScheduleInput, 'kind' | 'query' | 'viewId'>;

/** What a report shows: its own query, or the view that it follows. */
export const toQuestion = ({ kind, query, viewId }: ReportSubject): ReportSubject => ({
  kind,
  ...(viewId === undefined && query !== undefined && { query }),
  ...(viewId !== undefined && { viewId }),
});

/** What the server accepts of a schedule. */
export function toInput({
  name,
  cadence,
  weekday,
  monthDay,
  time,
  attachment,
  recipients,
  paused,
  ...subject
}: ReportSchedule): ReportScheduleInput {
  return {
    ...toQuestion(subject),
    name,
    cadence,
    time,
    attachment,
    paused,
    recipients: recipients.map(({ id }) => id),
    ...(weekday !== undefined && { weekday }),
    ...(monthDay !== undefined && { monthDay }),
  };
}

/** The email of a report as the user would get it now. */
export function useReportPreview() {
  return useMutation({
    mutationFn: ({ name, attachment, ...subject }: ReportScheduleInput) =>
      unwrapData(
        apiClient.POST('/api/report-schedules/preview', {
          body: { ...toQuestion(subject), name, attachment },
        }),
      ),
  });
}

/** Creates a schedule, or replaces the one with the ID. */
export function useSaveSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id?: string | undefined; body: ReportScheduleInput }) =>
      id === undefined
        ? unwrapData(apiClient.POST(SCHEDULES, { body }))
        : unwrapData(apiClient.PUT('/api/report-schedules/{id}', { params: { path: { id } }, body })),
    onSuccess: () => invalidate(queryClient, SCHEDULES),
  });
}

export function useDeleteSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(apiClient.DELETE('/api/report-schedules/{id}', { params: { path: { id } } })),
    onSuccess: () => invalidate(queryClient, SCHEDULES),
  });
}

/** Sends a report to its recipients now. */
export function useRunSchedule() {
  const queryClient = useQueryClient();
  const once = useIdempotencyKey();
  return useMutation({
    mutationFn: (id: string) =>
      once(id, (header) =>
        unwrapData(apiClient.POST('/api/report-schedules/{id}/run', { params: { path: { id }, header } })),
      ),
    onSuccess: () => invalidate(queryClient, DELIVERIES),
  });
}
