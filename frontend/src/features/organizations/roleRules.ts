/**
 * Who may assign or change which role: the same rules as on the server, so that the page offers nothing the
 * server rejects.
 */
import { ROLES, type Role } from '@/lib/roleLabels';
import type { Member } from './memberQueries';

/** The roles that a member in the role `by` may assign. */
export function assignableRoles(by: string): readonly Role[] {
  if (by === 'owner') return ROLES;
  return by === 'admin' ? ROLES.filter((role) => role !== 'owner') : [];
}

/** Whether a member in the role `by` may change another member. */
export const canChangeMember = (by: string, { role }: Pick<Member, 'role'>): boolean =>
  by === 'owner' || (by === 'admin' && role !== 'owner');
