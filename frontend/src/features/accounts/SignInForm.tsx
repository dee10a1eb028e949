/**
 * Sign-in form: email, password and an MFA code where needed. Input is preserved when the server rejects it.
 */
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { errorCode, errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/sign_in';
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
  const [credentials, setCredentials] = useState<Credentials>();
  const code = errorCode(signIn.error);
  if (credentials) {
    const back = () => {
      setCredentials(undefined);
      setAsksForCode(false);
      signIn.reset();
    };
    return (
      <Suspense fallback={<LoadingPlaceholder label={t('yourOptionsAreLoading')} height={480} />}>
        <UnaffiliatedAccount credentials={credentials} requiresCode={asksForCode} onBack={back} />
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
          if (errorCode(failure) === 'no_organization') setCredentials(shown);
        };
        signIn.mutate({ ...shown, ...(otp !== '' && { otp }) }, { onError });
      })}
    >
      {signIn.error && code === 'otp_required' && (
        <Callout severity="info">{errorText(signIn.error, '').message}</Callout>
      )}
      {signIn.error && code !== 'otp_required' && (
        <ErrorAlert {...errorText(signIn.error, t('couldntSignInTryAgain'))} />
      )}
      <TextInput label={t('email')} {...form.field('email')} type="email" autoComplete="username" />
      <TextInput
        label={t('password')}
        {...form.field('password')}
        type="password"
        autoComplete="current-password"
      />
      {asksForCode && <OneTimeCodeInput help={t('sixDigitCodeOrRecoveryCode')} />}
      <Button type="submit" variant="contained" disabled={signIn.isPending}>
        {t('signIn')}
      </Button>
    </Form>
  );
}
