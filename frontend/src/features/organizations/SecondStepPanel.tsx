/** Whether the organization asks for two-step sign-in of its members, and how many have none yet. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { OnOff } from '@/ui/OnOff';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { secondStep, useSetSecondStep } from './secondStep';

export function SecondStepPanel() {
  const { data, error, isFetching, refetch } = useQuery(secondStep);
  const change = useSetSecondStep();
  const [asking, setAsking] = useState(false);
  const set = (required: boolean) => change.mutate(required, { onSettled: () => setAsking(false) });
  return (
    <Panel
      title="Two-step sign-in"
      subtitle="A code of everybody’s authenticator app, beside their password. API keys go on without."
    >
      {error && (
        <FailureNotice
          {...sayFailure(error, 'How members sign in did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Waiting label="How members sign in is loading" height={80} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          <OnOff
            label="Members have to use it"
            on={data.required || asking}
            onChange={(on) => {
              if (change.isPending) return;
              if (on && data.membersWithout > 0) setAsking(true);
              else if (on || data.required) set(on);
              else setAsking(false);
            }}
          />
          <Typography sx={{ color: 'text.secondary' }}>{standing(data)}</Typography>
          <Box aria-live="polite" sx={{ justifySelf: 'stretch' }}>
            {asking && (
              <Callout weight="warning">
                Whoever has none reaches nothing of this organization before they have set it up, within 2
                seconds. They are told by letter.
              </Callout>
            )}
          </Box>
          {asking && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              <Button variant="contained" disabled={change.isPending} onClick={() => set(true)}>
                Yes, ask for it
              </Button>
              <Button disabled={change.isPending} onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </Box>
          )}
          {change.error && (
            <FailureNotice {...sayFailure(change.error, 'That did not work, and nothing was changed.')} />
          )}
        </Box>
      )}
    </Panel>
  );
}

function standing({ members, membersWithout: without }: { members: number; membersWithout: number }): string {
  if (without === 0) return members === 1 ? 'You have set it up.' : `All ${members} members have set it up.`;
  if (members === 1) return 'You have not set it up yet.';
  return `${without} of ${members} members ${without === 1 ? 'has' : 'have'} not set it up yet.`;
}
