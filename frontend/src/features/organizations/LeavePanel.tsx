/** The way out of the organization, after asking once more. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sayFailure } from '@/api/errors';
import { endSession } from '@/auth/session';
import { FailureNotice } from '@/ui/FailureNotice';
import { nameInButton } from '@/ui/nameInButton';
import { Panel } from '@/ui/Panel';
import { useLeave } from './memberList';

export function LeavePanel({ account }: { account: Schemas['Account'] }) {
  const leave = useLeave();
  const [asking, setAsking] = useState(false);
  if (account.sample) return null;
  return (
    <Panel title="Leave">
      <Typography sx={{ color: 'text.secondary', mb: 4 }} aria-live="polite">
        {asking
          ? `You lose access to ${account.farmName} at once and are signed out. Only an invitation brings you back.`
          : 'You can leave this organization at any time. Its last owner has to make somebody else an owner first.'}
      </Typography>
      {leave.error && (
        <Box sx={{ mb: 4 }}>
          <FailureNotice {...sayFailure(leave.error, 'You did not leave. Try again.')} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button
          variant="outlined"
          color={asking ? 'error' : 'primary'}
          disabled={leave.isPending}
          sx={nameInButton}
          onClick={() =>
            asking ? leave.mutate(account.id, { onSuccess: () => endSession('signed-out') }) : setAsking(true)
          }
        >
          {asking ? `Yes, leave ${account.farmName}` : 'Leave this organization'}
        </Button>
        {asking && (
          <Button disabled={leave.isPending} onClick={() => setAsking(false)}>
            Stay
          </Button>
        )}
      </Box>
    </Panel>
  );
}
