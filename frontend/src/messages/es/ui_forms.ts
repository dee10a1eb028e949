/** Spanish texts: forms. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_forms';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: '¿Salir sin guardar los cambios?',
  showField: 'Mostrar {field}',
  hide: 'Ocultar',
  show: 'Mostrar',
  yourPassword: 'Su contraseña',
  code: 'Código',
  codeHelp: '6 dígitos de su aplicación de autenticación o un código de recuperación.',
  codeHelpIfMfaIsOn:
    'Solo si MFA está activada: 6 dígitos de su aplicación de autenticación o un código de recuperación.',
};
