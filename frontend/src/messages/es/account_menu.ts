/** Spanish texts: account menu. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/account_menu';

export const messages: Translation<typeof t> = {
  accountMenu: 'Menú de la cuenta',
  accountSettings: 'Configuración de la cuenta',
  organization: 'Organización',
  operator: 'Operador',
  switchTo: 'Cambiar a {name}',
  newOrganization: 'Nueva organización',
  signOut: 'Cerrar sesión',
};
