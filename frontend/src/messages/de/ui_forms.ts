/** German texts: forms. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_forms';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: 'Ohne Speichern der Änderungen verlassen?',
  showField: '{field} anzeigen',
  hide: 'Ausblenden',
  show: 'Anzeigen',
  yourPassword: 'Ihr Passwort',
  code: 'Code',
  codeHelp: '6 Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  codeHelpIfMfaIsOn:
    'Nur wenn MFA aktiviert ist: 6 Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
};
