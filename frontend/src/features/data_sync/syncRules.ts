/** Rules of the Data Sync page: figures, refresh interval, and when buttons are enabled. */
import { hasPermission, type Permission } from '@/lib/permissions';
import { t } from '@/messages/en/data_sync';
import type { SyncStats } from './queries';

/** Refetch interval of status and health, in milliseconds. */
export const REFRESH_MS = 30_000;

/** Maximum number of recent errors shown. */
export const MAX_RECENT_ERRORS = 5;

/** Successful records in percent, 0 to 100. 0 when there are no records. */
export function successRate(stats: Pick<SyncStats, 'totalRecords' | 'successfulUpserts'>): number {
  return stats.totalRecords === 0 ? 0 : (100 * stats.successfulUpserts) / stats.totalRecords;
}

/** Whether a role has a permission. `unknown` if that could not be loaded. */
export type PermissionState = 'granted' | 'denied' | 'asking' | 'unknown';

/** Whether the account has `permission`, as far as it is loaded. */
export function permissionState(
  permission: Permission,
  account: { data?: { permissions: readonly Permission[] } | undefined; isPending: boolean },
): PermissionState {
  if (account.data) return hasPermission(account.data.permissions, permission) ? 'granted' : 'denied';
  return account.isPending ? 'asking' : 'unknown';
}

/** Conditions for starting a sync. */
interface SyncState {
  /** This page has a sync call in progress. */
  isBusy: boolean;
  /** Whether any sync is running. */
  isRunning: boolean;
  /** Source and target are both connected. */
  isHealthy: boolean;
  /** The user's role may start syncs. Unknown until the account has loaded. */
  isAllowed: boolean | undefined;
}

/** Why no sync can start now, as text. Undefined if one can. */
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
