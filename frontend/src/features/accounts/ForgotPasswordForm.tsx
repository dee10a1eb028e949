/** Asks for an email with a link to a new password; the answer is the same whoever has the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
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
        label="Email"
        {...form.field('email')}
        type="email"
        autoComplete="username"
        help="The address that you sign in with."
      />
      <Box aria-live="polite">{ask.data && <Callout severity="success">{ask.data.message}</Callout>}</Box>
      {ask.error && <ErrorAlert {...errorText(ask.error, 'No letter was asked for. Try again.')} />}
      <Button type="submit" variant="contained" disabled={ask.isPending}>
        {ask.data ? 'Send another link' : 'Send a link'}
      </Button>
    </Form>
  );
}
