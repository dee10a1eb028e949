/** E-mail and password; what was typed stays when the server refuses. */
import Button from '@mui/material/Button';
import { sayFailure } from '@/api/errors';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { FailureNotice } from '@/ui/FailureNotice';
import { useSignIn } from './queries';

export function SignInForm() {
  const signIn = useSignIn();
  return (
    <FormFrame
      onSubmit={(typed) => signIn.mutate({ email: typed('email').trim(), password: typed('password') })}
    >
      {signIn.error && <FailureNotice {...sayFailure(signIn.error, 'Sign-in did not work. Try again.')} />}
      <TextInput label="Email" name="email" type="email" autoComplete="username" />
      <TextInput label="Password" name="password" type="password" autoComplete="current-password" />
      <Button type="submit" variant="contained" disabled={signIn.isPending}>
        Sign in
      </Button>
    </FormFrame>
  );
}
