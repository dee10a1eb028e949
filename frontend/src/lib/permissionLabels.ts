/** The labels of the permissions. */
import type { Permission } from './permissions';

/** Every permission, in the order of the pages that need it. */
const PERMISSION_LABELS: Record<Permission, string> = {
  'inventory.read': 'See stock, reorder points and what to reorder',
  'sales.read': 'See what was sold, to whom and at what price',
  'purchasing.read': 'See what was bought, from whom and at what cost',
  'purchasing.order': 'Draft orders from recommendations',
  'purchasing.manage': 'Say what ordering costs the organization',
  'customers.read': 'See customers, their patterns and predicted orders',
  'market.read': 'See market prices, yields, weather and news',
  'assistant.ask': 'Ask Sprout AI',
  'reports.create': 'Have reports made',
  'sync.read': 'See what Data Sync did and which rows could not land',
  'sync.run': 'Start a sync',
  'sources.manage': 'Say where the organization’s rows come from',
  'organization.manage': 'Change the organization’s name, currency and time zone',
  'organization.export': 'Take everything of the organization away as files',
  'organization.delete': 'Delete the organization with everything in it',
  'members.read': 'See who belongs to the organization',
  'members.manage': 'Invite people, give them roles and remove them',
  'audit.read': 'See who did what in the organization',
  'keys.manage': 'Make API keys and take them back',
};

const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSION_LABELS, name);

/** The label of a permission; one that this version doesn't know is shown by its name. */
export const permissionLabel = (name: string): string =>
  isPermission(name) ? PERMISSION_LABELS[name] : name;

export interface PermissionItem {
  permission: string;
  label: string;
  allowed: boolean;
}

/** Granted permissions first, then the others. */
export function listPermissions(held: readonly string[]): PermissionItem[] {
  const all = [...Object.keys(PERMISSION_LABELS), ...held.filter((name) => !isPermission(name))];
  const items = all.map((permission) => ({
    permission,
    label: permissionLabel(permission),
    allowed: held.includes(permission),
  }));
  return [...items.filter(({ allowed }) => allowed), ...items.filter(({ allowed }) => !allowed)];
}
