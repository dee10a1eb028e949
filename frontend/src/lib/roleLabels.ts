/** Roles: one table with every text about a role. */
import type { Schemas } from '@sprout/client';

export type Role = Schemas['GivenRole'];

interface RoleTexts {
  name: string;
  /** What a member with this role may do, for a list to choose from. */
  summary: string;
  /** What the role means for the person who has it. */
  description: string;
}

/** From the role that may do most to the one that may do least. */
const ROLE_TEXTS: Record<Role, RoleTexts> = {
  owner: {
    name: 'Owner',
    summary: 'Everything, other owners included',
    description: 'Owner: created the organization, or was given it',
  },
  admin: {
    name: 'Admin',
    summary: 'Runs the organization, but for its owners',
    description: 'Admin: runs it from day to day',
  },
  member: {
    name: 'Member',
    summary: 'Works with it and drafts orders',
    description: 'Member: works with it',
  },
  viewer: { name: 'Viewer', summary: 'Looks at it', description: 'Viewer: looks at it' },
};

export const ROLES = Object.keys(ROLE_TEXTS) as readonly Role[];

export const isRole = (name: string): name is Role => Object.hasOwn(ROLE_TEXTS, name);

/** The name of a role; a role that this version doesn't know is shown as it is. */
export const roleName = (role: string): string => (isRole(role) ? ROLE_TEXTS[role].name : role);

export const roleDescription = (role: string): string => (isRole(role) ? ROLE_TEXTS[role].description : role);

/** A role with what it may do, for a list to choose from. */
export const roleOptionLabel = (role: Role): string =>
  `${ROLE_TEXTS[role].name}: ${ROLE_TEXTS[role].summary}`;
