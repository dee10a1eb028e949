/** E-mail and password, and a code where two-step sign-in is on; what was typed stays when the server refuses. */
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { codeOf, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { Waiting } from '@/ui/Waiting';
import { CodeInput } from './CodeInput';
import { useSignIn } from './queries';
import type { Shown } from './shown';

const LeftBehind = lazy(async () => ({ default: (await import('./LeftBehind')).LeftBehind }));

export function SignInForm() {
  const signIn = useSignIn();
  const [asksForCode, setAsksForCode] = useState(false);
  const [leftBehind, setLeftBehind] = useState<Shown>();
  const code = codeOf(signIn.error);
  if (leftBehind) {
    const back = () => {
      setLeftBehind(undefined);
      setAsksForCode(false);
      signIn.reset();
    };
    return (
      <Suspense fallback={<Waiting label="Your ways on are loading" height={480} />}>
        <LeftBehind shown={leftBehind} asksForCode={asksForCode} onBack={back} />
      </Suspense>
    );
  }
  return (
    <FormFrame
      onSubmit={(typed) => {
        const otp = typed('otp').trim();
        const shown = { email: typed('email').trim(), password: typed('password') };
        const onError = (failure: unknown) => {
          setAsksForCode(asksForCode || codeOf(failure) === 'otp_required');
          if (codeOf(failure) === 'no_organization') setLeftBehind(shown);
        };
        signIn.mutate({ ...shown, ...(otp !== '' && { otp }) }, { onError });
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
