/** E-mail and password, and a code where MFA is on; what was typed stays when the server refuses. */
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { errorCode, errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { OneTimeCodeInput } from './OneTimeCodeInput';
import { useSignIn } from './queries';
import type { Credentials } from './credentials';

const UnaffiliatedAccount = lazy(async () => ({
  default: (await import('./UnaffiliatedAccount')).UnaffiliatedAccount,
}));

export function SignInForm() {
  const signIn = useSignIn();
  const form = useTypedForm({ fields: ['email', 'password', 'otp'], failure: signIn.error });
  const [asksForCode, setAsksForCode] = useState(false);
  const [leftBehind, setLeftBehind] = useState<Credentials>();
  const code = errorCode(signIn.error);
  if (leftBehind) {
    const back = () => {
      setLeftBehind(undefined);
      setAsksForCode(false);
      signIn.reset();
    };
    return (
      <Suspense fallback={<LoadingPlaceholder label="Your ways on are loading" height={480} />}>
        <UnaffiliatedAccount credentials={leftBehind} requiresCode={asksForCode} onBack={back} />
      </Suspense>
    );
  }
  return (
    <Form
      onSubmit={form.handleSubmit((values) => {
        const otp = values.otp.trim();
        const shown = { email: values.email.trim(), password: values.password };
        const onError = (failure: unknown) => {
          setAsksForCode(asksForCode || errorCode(failure) === 'otp_required');
          if (errorCode(failure) === 'no_organization') setLeftBehind(shown);
        };
        signIn.mutate({ ...shown, ...(otp !== '' && { otp }) }, { onError });
      })}
    >
      {signIn.error && code === 'otp_required' && (
        <Callout severity="info">{errorText(signIn.error, '').message}</Callout>
      )}
      {signIn.error && code !== 'otp_required' && (
        <ErrorAlert {...errorText(signIn.error, 'Sign-in did not work. Try again.')} />
      )}
      <TextInput label="Email" {...form.field('email')} type="email" autoComplete="username" />
      <TextInput
        label="Password"
        {...form.field('password')}
        type="password"
        autoComplete="current-password"
      />
      {asksForCode && <OneTimeCodeInput help="Six digits from your authenticator app, or a recovery code." />}
      <Button type="submit" variant="contained" disabled={signIn.isPending}>
        Sign in
      </Button>
    </Form>
  );
}
