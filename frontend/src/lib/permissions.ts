/** The names of the permissions, and the check for one. Apart from their labels, which few pages need. */

/** The permissions of the API. Becomes the generated enum once the contract has one. */
export type Permission =
  | 'inventory.read'
  | 'sales.read'
  | 'purchasing.read'
  | 'purchasing.order'
  | 'purchasing.manage'
  | 'customers.read'
  | 'market.read'
  | 'assistant.ask'
  | 'reports.create'
  | 'sync.read'
  | 'sync.run'
  | 'sources.manage'
  | 'organization.manage'
  | 'organization.export'
  | 'organization.delete'
  | 'members.read'
  | 'members.manage'
  | 'audit.read'
  | 'keys.manage';

/** Whether `held`, such as `account.permissions`, includes a permission. */
export const hasPermission = (held: readonly string[] | undefined, permission: Permission): boolean =>
  held?.includes(permission) ?? false;
