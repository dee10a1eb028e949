/** Chooses a new password by the token of an email; what is wrong with the password stands at its field. */
import Button from '@mui/material/Button';
import { SproutError } from '@sprout/client';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { PasswordInput } from '@/ui/PasswordInput';
import { useResetPassword } from './recoveryQueries';

export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword();
  const form = useTypedForm({ fields: ['password'], failure: reset.error });
  if (reset.data) {
    return (
      <Callout severity="success" action={<ButtonLink to={paths.signIn}>Sign in</ButtonLink>}>
        {reset.data.message}
      </Callout>
    );
  }
  if (reset.error instanceof SproutError && reset.error.code === 'link_not_valid') {
    return (
      <EmptyState action={<ButtonLink to={paths.forgotPassword}>Ask for another link</ButtonLink>}>
        {reset.error.message}
      </EmptyState>
    );
  }
  return (
    <Form onSubmit={form.handleSubmit((values) => reset.mutate({ token, password: values.password }))}>
      <PasswordInput
        label="New password"
        {...form.field('password')}
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
      />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(reset.error, 'Your password was not changed. Try again.')} />
      )}
      <Button type="submit" variant="contained" disabled={reset.isPending}>
        Set new password
      </Button>
    </Form>
  );
}
