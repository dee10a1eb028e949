/** E-mail and password, and a code where two-step sign-in is on; what was typed stays when the server refuses. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { codeOf, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { CodeInput } from './CodeInput';
import { useSignIn } from './queries';

export function SignInForm() {
  const signIn = useSignIn();
  const [asksForCode, setAsksForCode] = useState(false);
  const code = codeOf(signIn.error);
  return (
    <FormFrame
      onSubmit={(typed) => {
        const otp = typed('otp').trim();
        signIn.mutate(
          { email: typed('email').trim(), password: typed('password'), ...(otp !== '' && { otp }) },
          { onError: (failure) => setAsksForCode(asksForCode || codeOf(failure) === 'otp_required') },
        );
      }}
    >
      {signIn.error && code === 'otp_required' && (
        <Callout weight="info">{sayFailure(signIn.error, '').message}</Callout>
      )}
      {signIn.error && code !== 'otp_required' && (
        <FailureNotice {...sayFailure(signIn.error, 'Sign-in did not work. Try again.')} />
      )}
      <TextInput label="Email" name="email" type="email" autoComplete="username" />
      <TextInput label="Password" name="password" type="password" autoComplete="current-password" />
      {asksForCode && <CodeInput help="Six digits from your authenticator app, or a recovery code." />}
      <Button type="submit" variant="contained" disabled={signIn.isPending}>
        Sign in
      </Button>
    </FormFrame>
  );
}
