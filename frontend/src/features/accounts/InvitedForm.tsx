/** Registration by invitation: the email is known, so the form asks for name and password. */
import { t } from '@/messages/en/sign_in';
import { RegistrationForm } from './RegistrationForm';

interface InvitedFormProps {
  token: string;
  email: string;
  /** Called when the account is there and signed in. */
  onDone: () => void;
}

export function InvitedForm({ token, email, onDone }: InvitedFormProps) {
  return (
    <RegistrationForm
      submitLabel={t('createAccountAndJoin')}
      body={() => ({ email, invitation: token })}
      // Tells password managers whose password it will be.
      fieldsBeforeName={() => (
        <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      )}
      onDone={onDone}
    />
  );
}
