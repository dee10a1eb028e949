/** English texts: forms. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('ui_forms', {
  leaveWithoutSaving: 'Leave without saving your changes?',
  showField: 'Show {field}',
  hide: 'Hide',
  show: 'Show',
  yourPassword: 'Your password',
  code: 'Code',
  codeHelp: '6 digits from your authenticator app, or a recovery code.',
  codeHelpIfMfaIsOn: 'Only if MFA is on: 6 digits from your authenticator app, or a recovery code.',
});
