/** Registration by invitation. The email is known, so the form asks for name and password. */
import { t } from '@/messages/en/sign_in';
import { RegistrationForm } from './RegistrationForm';

interface InvitedFormProps {
  token: string;
  email: string;
  /** Called when the account is created and signed in. */
  onDone: () => void;
}

export function InvitedForm({ token, email, onDone }: InvitedFormProps) {
  return (
    <RegistrationForm
      submitLabel={t('createAccountAndJoin')}
      body={() => ({ email, invitation: token })}
      // Links the password to its account for password managers.
      fieldsBeforeName={() => (
        <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      )}
      onDone={onDone}
    />
  );
}
