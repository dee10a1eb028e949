/** Says that the email address is not confirmed, and resends the link. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/account_security';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { useResendVerification } from './recoveryQueries';

export function UnverifiedEmail() {
  const send = useResendVerification();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Callout
        severity="warning"
        action={
          <Button size="small" disabled={send.isPending} onClick={() => send.mutate()}>
            {t('resendEmail')}
          </Button>
        }
      >
        {t('openConfirmationLink')}
      </Callout>
      <Box aria-live="polite">{send.data && <Callout severity="success">{send.data.message}</Callout>}</Box>
      {send.error && <ErrorAlert {...errorText(send.error, t('couldntSendTheEmailTryAgain'))} />}
    </Box>
  );
}
