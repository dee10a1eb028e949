/** What is asked for once more before something that cannot be undone: the password, and a code where signing in asks for one. */
import { PasswordInput } from './PasswordInput';
import { TextInput } from './TextInput';

interface ProofOfOneselfProps {
  /** What is wrong with a field, in words. */
  wrong: (field: string) => string | undefined;
}

export function ProofOfOneself({ wrong }: ProofOfOneselfProps) {
  return (
    <>
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={wrong('password')}
      />
      <TextInput
        label="Code"
        name="otp"
        required={false}
        autoComplete="one-time-code"
        help="Only where two-step sign-in is on: six digits from your authenticator app, or a recovery code."
        error={wrong('otp')}
      />
    </>
  );
}
