/** The rules of the Data Sync page: what it counts, when it refreshes, when its buttons work. */
import type { SyncStats } from './queries';

/** Status and health are asked again this often, in milliseconds. */
export const REFRESH_MS = 30_000;

/** So many recent errors are shown. */
export const RECENT_ERRORS = 5;

/** Successful records of all records in percent, 0 to 100; 0 when there are no records. */
export function successRate(stats: Pick<SyncStats, 'totalRecords' | 'successfulUpserts'>): number {
  return stats.totalRecords === 0 ? 0 : (100 * stats.successfulUpserts) / stats.totalRecords;
}

/** Whether a role may do something; `unknown` where that could not be learned. */
export type Right = 'granted' | 'denied' | 'asking' | 'unknown';

/** The right to `permission` as far as the account is known. */
export function rightTo(
  permission: string,
  account: { data?: { permissions: readonly string[] } | undefined; isPending: boolean },
): Right {
  if (account.data) return account.data.permissions.includes(permission) ? 'granted' : 'denied';
  return account.isPending ? 'asking' : 'unknown';
}

/** What decides whether a sync may start. */
export interface SyncState {
  /** This page has a sync call under way. */
  busy: boolean;
  /** The server says that a sync is running, whoever started it. */
  running: boolean;
  /** Source and target are both connected. */
  healthy: boolean;
  /** The person's role may start syncs; unknown until the account has loaded. */
  allowed: boolean | undefined;
}

/** Why no sync can start now, in words; nothing when one can. */
export function whyDisabled({ busy, running, healthy, allowed }: SyncState): string | undefined {
  if (busy || running) return 'A sync is running. The next one can start when it ends.';
  if (allowed === undefined) return 'What your role may do is not known yet. Refresh asks again.';
  if (!allowed)
    return 'Your role may look at syncs but not start them. Ask an administrator of your organization.';
  if (!healthy) return 'Source and database must both be connected before a sync can start.';
  return undefined;
}
