/** Reauthentication before an irreversible action: the password, and a code if MFA is enabled. */
import { t } from '@/messages/en/ui_forms';
import { PasswordInput } from './PasswordInput';
import { TextInput } from './TextInput';

interface ReauthFieldsProps {
  /** The props that tie an input to a field of the form. */
  field: (name: 'password' | 'otp') => { name: string; error: string | undefined };
  /** Whether MFA is enabled, so that the code is required. */
  requiresCode?: boolean;
}

export function ReauthFields({ field, requiresCode = false }: ReauthFieldsProps) {
  return (
    <>
      <PasswordInput label={t('yourPassword')} {...field('password')} autoComplete="current-password" />
      <TextInput
        label={t('code')}
        {...field('otp')}
        required={requiresCode}
        autoComplete="one-time-code"
        help={requiresCode ? t('codeHelp') : t('codeHelpIfMfaIsOn')}
      />
    </>
  );
}
