/** Registers whoever opened an invitation: their address is known, so a name and a password are left to choose. */
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
      submitLabel="Create account and join"
      body={() => ({ email, invitation: token })}
      // Tells password managers whose password it will be.
      fieldsBeforeName={() => (
        <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      )}
      onDone={onDone}
    />
  );
}
