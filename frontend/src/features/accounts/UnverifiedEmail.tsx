/** Says that the address is not confirmed yet, and sends the link again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { useSendVerification } from './gettingBack';

export function UnverifiedEmail() {
  const send = useSendVerification();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Callout
        weight="warning"
        action={
          <Button size="small" disabled={send.isPending} onClick={() => send.mutate()}>
            Send again
          </Button>
        }
      >
        Your address is not confirmed yet: use the link in the letter that was sent to it.
      </Callout>
      <Box aria-live="polite">{send.data && <Callout weight="success">{send.data.message}</Callout>}</Box>
      {send.error && <FailureNotice {...sayFailure(send.error, 'No letter was sent. Try again.')} />}
    </Box>
  );
}
