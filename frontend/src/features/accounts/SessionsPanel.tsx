/** Where the person is signed in: this device first, each other one to end, or all of them at once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Panel } from '@/ui/Panel';
import { PasswordInput } from '@/ui/PasswordInput';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { ownSessions, useEndSessions, type OwnSession, type SessionsToEnd } from './ownSessions';

const DID_NOT_END = 'That did not work, and nothing was ended. Try again.';

export function SessionsPanel() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(ownSessions);
  const end = useEndSessions();
  const [asking, setAsking] = useState<SessionsToEnd>();
  const wrong = fieldFailure(end.error, 'password');
  const run = (what: SessionsToEnd) =>
    end.mutate(what, {
      onSuccess: () => setAsking(undefined),
      onError: (failure) => {
        if (fieldFailure(failure, 'password') !== undefined) setAsking(what);
      },
    });
  const others = data?.items.some(({ current }) => !current) ?? false;
  return (
    <Panel title="Sessions" subtitle="Where you are signed in.">
      {error && (
        <FailureNotice
          {...sayFailure(error, 'Your sessions did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {error && data && (
        <Typography sx={{ my: 3, color: 'text.secondary' }}>
          What follows was true at {moment(new Date(dataUpdatedAt).toISOString())}.
        </Typography>
      )}
      {!data && !error && <Waiting label="Sessions are loading" height={260} />}
      {data && (
        <Box component="ul" aria-label="Sessions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map((session) => (
            <Session
              key={session.id}
              session={session}
              disabled={end.isPending}
              onEnd={() => run({ session })}
            />
          ))}
        </Box>
      )}
      {data?.more && (
        <Typography sx={{ mt: 3, color: 'text.secondary' }}>
          There are more. These are the ones used last.
        </Typography>
      )}
      {data && !others && (
        <Typography sx={{ mt: 3, color: 'text.secondary' }}>You are signed in nowhere else.</Typography>
      )}
      <Box aria-live="polite" sx={{ mt: 3 }}>
        {end.data !== undefined && <Callout weight="success">{end.data}</Callout>}
      </Box>
      {end.error && wrong === undefined && <FailureNotice {...sayFailure(end.error, DID_NOT_END)} />}
      {asking && (
        <Proof
          what={asking.session?.device}
          wrong={wrong}
          busy={end.isPending}
          onCancel={() => {
            setAsking(undefined);
            end.reset();
          }}
          onProof={(password) => run({ ...asking, password })}
        />
      )}
      {others && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 3 }}>
          <Button variant="outlined" disabled={end.isPending} onClick={() => run({})}>
            End all other sessions
          </Button>
        </Box>
      )}
    </Panel>
  );
}

interface ProofProps {
  /** The device that is to be signed out; all others where there is none. */
  what: string | undefined;
  /** What the server says of the password, or of its absence. */
  wrong: string | undefined;
  busy: boolean;
  onCancel: () => void;
  onProof: (password: string) => void;
}

/** Asked for where signing in is a while ago. */
function Proof({ what, wrong, busy, onCancel, onProof }: ProofProps) {
  return (
    <FormFrame onSubmit={(typed) => onProof(typed('password'))}>
      <PasswordInput label="Your password" name="password" autoComplete="current-password" error={wrong} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          {what === undefined ? 'End all others' : `End ${what}`}
        </Button>
      </Box>
    </FormFrame>
  );
}

interface SessionProps {
  session: OwnSession;
  disabled: boolean;
  onEnd: () => void;
}

function Session({ session, disabled, onEnd }: SessionProps) {
  const { device, current, createdAt, lastUsedAt } = session;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { border: 0, pt: 0 },
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{device}</Typography>
          {current && <ToneMark tone="green">This device</ToneMark>}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Last used <time dateTime={lastUsedAt}>{moment(lastUsedAt)}</time>, signed in{' '}
          <time dateTime={createdAt}>{moment(createdAt)}</time>
        </Typography>
      </Box>
      {!current && (
        <Button
          size="small"
          onClick={onEnd}
          disabled={disabled}
          aria-label={`End the session of ${device}, signed in ${moment(createdAt)}`}
        >
          End
        </Button>
      )}
    </Box>
  );
}
