/** Roles in plain words, and who may give or change which: as the server judges, so that nothing is offered that it refuses. */
import type { Member, Role } from './memberList';

/** From the one that may do most to the one that may do least. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member', viewer: 'Viewer' };

const means: Record<Role, string> = {
  owner: 'Everything, other owners included',
  admin: 'Runs the organization, but for its owners',
  member: 'Works with it and drafts orders',
  viewer: 'Looks at it',
};

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** A role's name; one that this version does not know stays as it is. */
export const roleName = (role: string): string => (isRole(role) ? names[role] : role);

/** A role's name and what it may do, for a list to choose from. */
export const roleChoice = (role: Role): string => `${names[role]}: ${means[role]}`;

/** The roles that somebody in the role `by` may give. */
export function rolesToGive(by: string): readonly Role[] {
  if (by === 'owner') return ROLES;
  return by === 'admin' ? ROLES.filter((role) => role !== 'owner') : [];
}

/** Whether somebody in the role `by` may change a member. */
export const mayChange = (by: string, { role }: Pick<Member, 'role'>): boolean =>
  by === 'owner' || (by === 'admin' && role !== 'owner');
