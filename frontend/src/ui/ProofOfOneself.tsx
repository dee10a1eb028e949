/** What is asked for once more before something that cannot be undone: the password, and a code where signing in asks for one. */
import { PasswordInput } from './PasswordInput';
import { TextInput } from './TextInput';

interface ProofOfOneselfProps {
  /** What is wrong with a field, in words. */
  wrong: (field: string) => string | undefined;
  /** Two-step sign-in is known to be on: the code is asked for. */
  needsCode?: boolean;
}

const NEEDED = 'Six digits from your authenticator app, or a recovery code.';
const MAYBE =
  'Only where two-step sign-in is on: six digits from your authenticator app, or a recovery code.';

export function ProofOfOneself({ wrong, needsCode = false }: ProofOfOneselfProps) {
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
        required={needsCode}
        autoComplete="one-time-code"
        help={needsCode ? NEEDED : MAYBE}
        error={wrong('otp')}
      />
    </>
  );
}
