/** Roles and permissions in plain words. */

const ROLES: Record<string, string> = {
  owner: 'Owner: created the organization, or was given it',
  admin: 'Admin: runs it from day to day',
  member: 'Member: works with it',
  viewer: 'Viewer: looks at it',
};

/** What a role is; a role that this version does not know stays as it is named. */
export const roleWords = (role: string): string => ROLES[role] ?? role;

/** Every permission, in the order of the pages that need it. */
export const PERMISSIONS: Record<string, string> = {
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

export interface Allowance {
  permission: string;
  words: string;
  allowed: boolean;
}

/** What a person may do first, then what they may not; a permission without words here is shown by its name. */
export function allowances(held: readonly string[]): Allowance[] {
  const known = Object.keys(PERMISSIONS);
  const named = (permission: string, allowed: boolean) => ({
    permission,
    words: PERMISSIONS[permission] ?? permission,
    allowed,
  });
  const order = [...known, ...held.filter((permission) => !known.includes(permission))];
  return [
    ...order.filter((permission) => held.includes(permission)).map((each) => named(each, true)),
    ...order.filter((permission) => !held.includes(permission)).map((each) => named(each, false)),
  ];
}
