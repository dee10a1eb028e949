/** Whether the organization asks for MFA of its members, and how many have none yet. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Switch } from '@/ui/Switch';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { mfaPolicyQuery, useSetMfaPolicy } from './mfaPolicyQueries';

export function MfaPolicyPanel() {
  const { data, error, isFetching, refetch } = useQuery(mfaPolicyQuery);
  const change = useSetMfaPolicy();
  const [isConfirming, setIsConfirming] = useState(false);
  const set = (required: boolean) => change.mutate(required, { onSettled: () => setIsConfirming(false) });
  return (
    <Panel
      title="Two-step sign-in"
      subtitle="A code of everybody’s authenticator app, beside their password. API keys go on without."
    >
      {error && (
        <ErrorAlert
          {...errorText(error, 'How members sign in did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <LoadingPlaceholder label="How members sign in is loading" height={80} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          <Switch
            label="Members have to use it"
            checked={data.required || isConfirming}
            onChange={(on) => {
              if (change.isPending) return;
              if (on && data.membersWithout > 0) setIsConfirming(true);
              else if (on || data.required) set(on);
              else setIsConfirming(false);
            }}
          />
          <Typography sx={{ color: 'text.secondary' }}>{adoptionText(data)}</Typography>
          <Box aria-live="polite" sx={{ justifySelf: 'stretch' }}>
            {isConfirming && (
              <Callout severity="warning">
                Whoever has none reaches nothing of this organization before they have set it up, within 2
                seconds. They are told by letter.
              </Callout>
            )}
          </Box>
          {isConfirming && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <Button variant="contained" disabled={change.isPending} onClick={() => set(true)}>
                Yes, ask for it
              </Button>
              <Button disabled={change.isPending} onClick={() => setIsConfirming(false)}>
                Cancel
              </Button>
            </Box>
          )}
          {change.error && (
            <ErrorAlert {...errorText(change.error, 'That did not work, and nothing was changed.')} />
          )}
        </Box>
      )}
    </Panel>
  );
}

function adoptionText({
  members,
  membersWithout: without,
}: {
  members: number;
  membersWithout: number;
}): string {
  if (without === 0) return members === 1 ? 'You have set it up.' : `All ${members} members have set it up.`;
  if (members === 1) return 'You have not set it up yet.';
  return `${without} of ${members} members ${without === 1 ? 'has' : 'have'} not set it up yet.`;
}
