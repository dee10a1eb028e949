/** French texts: forms. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_forms';

export const messages: Translation<typeof t> = {
  leaveWithoutSaving: 'Quitter sans enregistrer vos modifications ?',
  showField: 'Afficher {field}',
  hide: 'Masquer',
  show: 'Afficher',
  yourPassword: 'Votre mot de passe',
  code: 'Code',
  codeHelp: '6 chiffres de votre application d’authentification, ou un code de récupération.',
  codeHelpIfMfaIsOn:
    'Uniquement si la MFA est activée : 6 chiffres de votre application d’authentification, ou un code de récupération.',
};
