/** Chooses a new password by the token of a letter; what is wrong with the password stands at its field. */
import Button from '@mui/material/Button';
import { SproutError } from '@sprout/client';
import { fieldFailure, sayFailure } from '@/api/errors';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Notice } from '@/ui/Notice';
import { PasswordInput } from '@/ui/PasswordInput';
import { useResetPassword } from './gettingBack';

export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword();
  if (reset.data) {
    return (
      <Callout weight="success" action={<ButtonLink to={paths.signIn}>Sign in</ButtonLink>}>
        {reset.data.message}
      </Callout>
    );
  }
  if (reset.error instanceof SproutError && reset.error.code === 'link_not_valid') {
    return (
      <Notice action={<ButtonLink to={paths.forgotPassword}>Ask for another link</ButtonLink>}>
        {reset.error.message}
      </Notice>
    );
  }
  const wrong = fieldFailure(reset.error, 'password');
  return (
    <FormFrame onSubmit={(typed) => reset.mutate({ token, password: typed('password') })}>
      <PasswordInput
        label="New password"
        name="password"
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
        error={wrong}
      />
      {reset.error && wrong === undefined && (
        <FailureNotice {...sayFailure(reset.error, 'Your password was not changed. Try again.')} />
      )}
      <Button type="submit" variant="contained" disabled={reset.isPending}>
        Set new password
      </Button>
    </FormFrame>
  );
}
