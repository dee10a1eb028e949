/** The page offers exactly what the server allows. */
import { expect, it } from 'vitest';
import { ROLES } from '@/lib/roleLabels';
import { canChangeMember, assignableRoles } from './roleRules';

it('offers owners every role, admins every one but owner, others none', () => {
  expect(ROLES.map((by) => assignableRoles(by).join(' '))).toEqual([
    'owner admin member viewer',
    'admin member viewer',
    '',
    '',
  ]);
});

it('lets admins change everybody but owners', () => {
  const changed = (by: string) => ROLES.filter((role) => canChangeMember(by, { role }));
  expect(ROLES.map((by) => changed(by).length)).toEqual([4, 3, 0, 0]);
});
