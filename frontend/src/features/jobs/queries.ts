/** API queries about jobs. */
import { type Schemas } from '@sprout/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiPagesQuery } from '@/api/queries';

export type Job = Schemas['Job'];
export type JobState = Schemas['JobState'];

const PAGE_SIZE = 10;
/** Refetch interval of the jobs, in milliseconds. */
const POLL_MS = 30_000;

/** The jobs in a state, or all jobs, newest first, paged. */
export const jobsQuery = (state: JobState | undefined) =>
  infiniteQueryOptions({
    ...apiPagesQuery('/api/jobs', { limit: PAGE_SIZE, params: { query: { ...(state && { state }) } } }),
    refetchInterval: POLL_MS,
  });
