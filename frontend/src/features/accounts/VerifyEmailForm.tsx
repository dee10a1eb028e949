/** Confirms an address by the token of a letter: by a press, because programs that look through mail follow links too. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SproutError } from '@sprout/client';
import { sayFailure } from '@/api/errors';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { useVerifyEmail } from './gettingBack';

export function VerifyEmailForm({ token }: { token: string }) {
  const verify = useVerifyEmail();
  if (verify.data) {
    return (
      <Callout weight="success" action={<ButtonLink to={paths.dashboard}>Go on</ButtonLink>}>
        {verify.data.message}
      </Callout>
    );
  }
  if (verify.error instanceof SproutError && verify.error.code === 'link_not_valid') {
    return (
      <Notice action={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}>
        {verify.error.message}
      </Notice>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 480 }}>
      {verify.error && (
        <FailureNotice {...sayFailure(verify.error, 'Your address was not confirmed. Try again.')} />
      )}
      <Button variant="contained" disabled={verify.isPending} onClick={() => verify.mutate(token)}>
        Confirm my address
      </Button>
    </Box>
  );
}
