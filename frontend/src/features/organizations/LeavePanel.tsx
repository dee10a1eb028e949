/** Leaves the organization after confirmation. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { endSession } from '@/auth/session';
import { t } from '@/messages/en/organizations';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { wrappingButton } from '@/ui/wrappingButton';
import { Panel } from '@/ui/Panel';
import { useLeaveOrganization } from './memberQueries';

export function LeavePanel({ account }: { account: Schemas['Account'] }) {
  const leave = useLeaveOrganization();
  const [isConfirming, setIsConfirming] = useState(false);
  if (account.sample) return null;
  return (
    <Panel title={t('leaveOrganization')}>
      <Typography sx={{ color: 'text.secondary', mb: 4 }} aria-live="polite">
        {isConfirming
          ? t('youLoseAccessToImmediatelyAnd', { farmName: account.farmName })
          : t('youCanLeaveAtAnyTime')}
      </Typography>
      {leave.error && (
        <Box sx={{ mb: 4 }}>
          <ErrorAlert {...errorText(leave.error, t('couldntLeaveTheOrganizationTryAgain'))} />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button
          variant="outlined"
          color={isConfirming ? 'error' : 'primary'}
          disabled={leave.isPending}
          sx={wrappingButton}
          onClick={() =>
            isConfirming
              ? leave.mutate(account.id, { onSuccess: () => endSession('signed-out') })
              : setIsConfirming(true)
          }
        >
          {isConfirming ? t('leave', { farmName: account.farmName }) : t('leaveOrganization')}
        </Button>
        {isConfirming && (
          <Button disabled={leave.isPending} onClick={() => setIsConfirming(false)}>
            {t('cancel')}
          </Button>
        )}
      </Box>
    </Panel>
  );
}
