/** Requests a password reset link. The response does not reveal whether the address exists. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/sign_in';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import { useRequestPasswordReset } from './recoveryQueries';

export function ForgotPasswordForm() {
  const ask = useRequestPasswordReset();
  const form = useTypedForm({ fields: ['email'], failure: ask.error });
  return (
    <Form onSubmit={form.handleSubmit((values) => ask.mutate(values.email.trim()))}>
      <TextInput
        label={t('email')}
        {...form.field('email')}
        type="email"
        autoComplete="username"
        help={t('theEmailAddressYouSignIn')}
      />
      <Box aria-live="polite">{ask.data && <Callout severity="success">{ask.data.message}</Callout>}</Box>
      {ask.error && <ErrorAlert {...errorText(ask.error, t('couldntSendTheLinkTryAgain'))} />}
      <Button type="submit" variant="contained" disabled={ask.isPending}>
        {ask.data ? t('resendLink') : t('sendLink')}
      </Button>
    </Form>
  );
}
