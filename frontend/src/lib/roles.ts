/** What roles are called. */

const NAMES = new Map([
  ['owner', 'Owner'],
  ['admin', 'Admin'],
  ['member', 'Member'],
  ['viewer', 'Viewer'],
]);

/** A role's name; one that this version does not know stays as it is. */
export const roleName = (role: string): string => NAMES.get(role) ?? role;
