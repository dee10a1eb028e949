/** Roles in plain words, and who may give or change which: as the server judges, so that nothing is offered that it refuses. */
import { roleName } from '@/lib/roles';
import type { Member, Role } from './memberList';

/** From the one that may do most to the one that may do least. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

const means: Record<Role, string> = {
  owner: 'Everything, other owners included',
  admin: 'Runs the organization, but for its owners',
  member: 'Works with it and drafts orders',
  viewer: 'Looks at it',
};

export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** A role's name and what it may do, for a list to choose from. */
export const roleChoice = (role: Role): string => `${roleName(role)}: ${means[role]}`;

/** The roles that somebody in the role `by` may give. */
export function rolesToGive(by: string): readonly Role[] {
  if (by === 'owner') return ROLES;
  return by === 'admin' ? ROLES.filter((role) => role !== 'owner') : [];
}

/** Whether somebody in the role `by` may change a member. */
export const mayChange = (by: string, { role }: Pick<Member, 'role'>): boolean =>
  by === 'owner' || (by === 'admin' && role !== 'owner');
