/** Sets a new password by a token from an email. */
import Button from '@mui/material/Button';
import { SproutError } from '@sprout/client';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
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
      <Callout severity="success" action={<ButtonLink to={paths.signIn}>{t('signIn')}</ButtonLink>}>
        {reset.data.message}
      </Callout>
    );
  }
  if (reset.error instanceof SproutError && reset.error.code === 'invalid_link') {
    return (
      <EmptyState action={<ButtonLink to={paths.forgotPassword}>{t('requestANewLink')}</ButtonLink>}>
        {reset.error.message}
      </EmptyState>
    );
  }
  return (
    <Form onSubmit={form.handleSubmit((values) => reset.mutate({ token, password: values.password }))}>
      <PasswordInput
        label={t('newPassword')}
        {...form.field('password')}
        autoComplete="new-password"
        minLength={8}
        help={t('atLeast8CharactersAFew')}
      />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(reset.error, t('couldntChangeYourPasswordTryAgain'))} />
      )}
      <Button type="submit" variant="contained" disabled={reset.isPending}>
        {t('setNewPassword')}
      </Button>
    </Form>
  );
}
