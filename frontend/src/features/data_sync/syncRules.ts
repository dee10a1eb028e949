/** The rules of the Data Sync page: what it counts, when it refreshes, when its buttons work. */
import { hasPermission, type Permission } from '@/lib/permissions';
import type { SyncStats } from './queries';

/** Status and health are asked again this often, in milliseconds. */
export const REFRESH_MS = 30_000;

/** Maximum number of recent errors shown. */
export const MAX_RECENT_ERRORS = 5;

/** Successful records of all records in percent, 0 to 100; 0 when there are no records. */
export function successRate(stats: Pick<SyncStats, 'totalRecords' | 'successfulUpserts'>): number {
  return stats.totalRecords === 0 ? 0 : (100 * stats.successfulUpserts) / stats.totalRecords;
}

/** Whether a role may do something; `unknown` where that could not be learned. */
export type PermissionState = 'granted' | 'denied' | 'asking' | 'unknown';

/** The right to `permission` as far as the account is known. */
export function permissionState(
  permission: Permission,
  account: { data?: { permissions: readonly string[] } | undefined; isPending: boolean },
): PermissionState {
  if (account.data) return hasPermission(account.data.permissions, permission) ? 'granted' : 'denied';
  return account.isPending ? 'asking' : 'unknown';
}

/** What decides whether a sync may start. */
interface SyncState {
  /** This page has a sync call under way. */
  isBusy: boolean;
  /** The server says that a sync is running, whoever started it. */
  isRunning: boolean;
  /** Source and target are both connected. */
  isHealthy: boolean;
  /** The person's role may start syncs; unknown until the account has loaded. */
  isAllowed: boolean | undefined;
}

/** Why no sync can start now, as text; nothing when one can. */
export function syncDisabledReason({
  isBusy,
  isRunning,
  isHealthy,
  isAllowed,
}: SyncState): string | undefined {
  if (isBusy || isRunning) return 'A sync is running. The next one can start when it ends.';
  if (isAllowed === undefined) return 'What your role may do is not known yet. Refresh asks again.';
  if (!isAllowed)
    return 'Your role may look at syncs but not start them. Ask an administrator of your organization.';
  if (!isHealthy) return 'Source and database must both be connected before a sync can start.';
  return undefined;
}
