/** French texts: account menu. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/account_menu';

export const messages: Translation<typeof t> = {
  accountMenu: 'Menu du compte',
  accountSettings: 'Paramètres du compte',
  organization: 'Organisation',
  operator: 'Opérateur',
  switchTo: 'Passer à {name}',
  newOrganization: 'Nouvelle organisation',
  signOut: 'Se déconnecter',
};
