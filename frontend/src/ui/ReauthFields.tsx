/** What is asked for once more before something that cannot be undone: the password, and a code where signing in asks for one. */
import { PasswordInput } from './PasswordInput';
import { TextInput } from './TextInput';

interface ReauthFieldsProps {
  /** The props that tie an input to a field of the form. */
  field: (name: 'password' | 'otp') => { name: string; error: string | undefined };
  /** MFA is known to be on: the code is asked for. */
  requiresCode?: boolean;
}

const REQUIRED_HELP = 'Six digits from your authenticator app, or a recovery code.';
const OPTIONAL_HELP =
  'Only where two-step sign-in is on: six digits from your authenticator app, or a recovery code.';

export function ReauthFields({ field, requiresCode = false }: ReauthFieldsProps) {
  return (
    <>
      <PasswordInput label="Your password" {...field('password')} autoComplete="current-password" />
      <TextInput
        label="Code"
        {...field('otp')}
        required={requiresCode}
        autoComplete="one-time-code"
        help={requiresCode ? REQUIRED_HELP : OPTIONAL_HELP}
      />
    </>
  );
}
