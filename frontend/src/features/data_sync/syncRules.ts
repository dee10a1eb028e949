/** The rules of the Data Sync page: what it counts, when it refreshes, when its buttons work. */
import { hasPermission, type Permission } from '@/lib/permissions';
import { t } from '@/messages/en/data_sync';
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
  account: { data?: { permissions: readonly Permission[] } | undefined; isPending: boolean },
): PermissionState {
  if (account.data) return hasPermission(account.data.permissions, permission) ? 'granted' : 'denied';
  return account.isPending ? 'asking' : 'unknown';
}

/** What decides whether a sync may start. */
interface SyncState {
  /** This page has a sync call under way. */
  isBusy: boolean;
  /** Whether any sync is running. */
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
  if (isBusy || isRunning) return t('aSyncIsRunningYouCan');
  if (isAllowed === undefined) return t('couldntCheckYourPermissionsSelectRefresh');
  if (!isAllowed) return t('youDontHavePermissionToStart');
  if (!isHealthy) return t('connectTheSourceAndTheDatabase');
  return undefined;
}
