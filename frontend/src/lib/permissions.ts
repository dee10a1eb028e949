/** The names of the permissions, and a check for one. Separate from their labels, which few pages need. */
import type { Schemas } from '@sprout/client';

export type Permission = Schemas['Permission'];

/** Whether `held`, such as `account.permissions`, includes a permission. */
export const hasPermission = (held: readonly Permission[] | undefined, permission: Permission): boolean =>
  held?.includes(permission) ?? false;
