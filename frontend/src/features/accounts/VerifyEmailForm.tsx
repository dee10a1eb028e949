/** Confirms an email address by a token. Requires a click, because mail scanners also open links. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SproutError } from '@sprout/client';
import { errorText } from '@/api/errors';
import { paths } from '@/lib/paths';
import { t } from '@/messages/en/sign_in';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { useVerifyEmail } from './recoveryQueries';

export function VerifyEmailForm({ token }: { token: string }) {
  const verify = useVerifyEmail();
  if (verify.data) {
    return (
      <Callout severity="success" action={<ButtonLink to={paths.dashboard}>{t('continue')}</ButtonLink>}>
        {verify.data.message}
      </Callout>
    );
  }
  if (verify.error instanceof SproutError && verify.error.code === 'invalid_link') {
    return (
      <EmptyState action={<ButtonLink to={paths.account}>{t('goToAccountSettings')}</ButtonLink>}>
        {verify.error.message}
      </EmptyState>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 480 }}>
      {verify.error && <ErrorAlert {...errorText(verify.error, t('couldntConfirmYourEmailAddressTry'))} />}
      <Button variant="contained" disabled={verify.isPending} onClick={() => verify.mutate(token)}>
        {t('confirmEmailAddress')}
      </Button>
    </Box>
  );
}
