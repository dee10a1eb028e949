/** German texts: account menu. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/account_menu';

export const messages: Translation<typeof t> = {
  accountMenu: 'Kontomenü',
  accountSettings: 'Kontoeinstellungen',
  organization: 'Organisation',
  operator: 'Betreiber',
  switchTo: 'Zu {name} wechseln',
  newOrganization: 'Neue Organisation',
  signOut: 'Abmelden',
};
