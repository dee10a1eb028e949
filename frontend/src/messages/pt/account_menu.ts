/** Portuguese texts: account menu. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/account_menu';

export const messages: Translation<typeof t> = {
  accountMenu: 'Menu da conta',
  accountSettings: 'Configurações da conta',
  organization: 'Organização',
  operator: 'Operador',
  switchTo: 'Mudar para {name}',
  newOrganization: 'Nova organização',
  signOut: 'Sair',
};
