/** Confirms an address by the token of an email: by a press, because programs that look through mail follow links too. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SproutError } from '@sprout/client';
import { errorText } from '@/api/errors';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { useVerifyEmail } from './recoveryQueries';

export function VerifyEmailForm({ token }: { token: string }) {
  const verify = useVerifyEmail();
  if (verify.data) {
    return (
      <Callout severity="success" action={<ButtonLink to={paths.dashboard}>Go on</ButtonLink>}>
        {verify.data.message}
      </Callout>
    );
  }
  if (verify.error instanceof SproutError && verify.error.code === 'link_not_valid') {
    return (
      <EmptyState action={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}>
        {verify.error.message}
      </EmptyState>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 480 }}>
      {verify.error && (
        <ErrorAlert {...errorText(verify.error, 'Your address was not confirmed. Try again.')} />
      )}
      <Button variant="contained" disabled={verify.isPending} onClick={() => verify.mutate(token)}>
        Confirm my address
      </Button>
    </Box>
  );
}
