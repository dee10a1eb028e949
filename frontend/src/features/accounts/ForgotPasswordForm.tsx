/** Asks for a letter with a link to a new password; the answer is the same whoever has the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { useAskForReset } from './gettingBack';

export function ForgotPasswordForm() {
  const ask = useAskForReset();
  return (
    <FormFrame onSubmit={(typed) => ask.mutate(typed('email').trim())}>
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        help="The address that you sign in with."
      />
      <Box aria-live="polite">{ask.data && <Callout weight="success">{ask.data.message}</Callout>}</Box>
      {ask.error && <FailureNotice {...sayFailure(ask.error, 'No letter was asked for. Try again.')} />}
      <Button type="submit" variant="contained" disabled={ask.isPending}>
        {ask.data ? 'Send another link' : 'Send a link'}
      </Button>
    </FormFrame>
  );
}
