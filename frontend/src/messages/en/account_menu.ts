/** English texts: account menu. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('account_menu', {
  accountMenu: 'Account menu',
  accountSettings: 'Account Settings',
  organization: 'Organization',
  operator: 'Operator',
  switchTo: 'Switch to {name}',
  newOrganization: 'New organization',
  signOut: 'Sign Out',
});
