/** Portuguese texts: forms. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_forms';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: 'Sair sem salvar suas alterações?',
  showField: 'Mostrar {field}',
  hide: 'Ocultar',
  show: 'Mostrar',
  yourPassword: 'Sua senha',
  code: 'Código',
  codeHelp: '6 dígitos do seu aplicativo autenticador ou um código de recuperação.',
  codeHelpIfMfaIsOn:
    'Somente se a MFA estiver ativada: 6 dígitos do seu aplicativo autenticador ou um código de recuperação.',
};
