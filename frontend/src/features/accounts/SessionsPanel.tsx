/** Where the person is signed in: this device first, each other one to end, or all of them at once. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldError } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { PasswordInput } from '@/ui/PasswordInput';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import {
  sessionsQuery,
  useRevokeSessions,
  type AccountSession,
  type SessionsToRevoke,
} from './sessionQueries';

const REVOKE_FAILED = 'That did not work, and nothing was ended. Try again.';

export function SessionsPanel() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(sessionsQuery);
  const end = useRevokeSessions();
  const [isConfirming, setIsConfirming] = useState<SessionsToRevoke>();
  const wrong = fieldError(end.error, 'password');
  const run = (what: SessionsToRevoke) =>
    end.mutate(what, {
      onSuccess: () => setIsConfirming(undefined),
      onError: (failure) => {
        if (fieldError(failure, 'password') !== undefined) setIsConfirming(what);
      },
    });
  const others = data?.items.some(({ current }) => !current) ?? false;
  return (
    <Panel title="Sessions" subtitle="Where you are signed in.">
      {error && (
        <ErrorAlert
          {...errorText(error, 'Your sessions did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {error && data && (
        <Typography sx={{ my: 3, color: 'text.secondary' }}>
          What follows was true at {formatDateTime(new Date(dataUpdatedAt).toISOString())}.
        </Typography>
      )}
      {!data && !error && <LoadingPlaceholder label="Sessions are loading" height={260} />}
      {data && (
        <Box component="ul" aria-label="Sessions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map((session) => (
            <SessionRow
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
        {end.data !== undefined && <Callout severity="success">{end.data}</Callout>}
      </Box>
      {end.error && wrong === undefined && <ErrorAlert {...errorText(end.error, REVOKE_FAILED)} />}
      {isConfirming && (
        <PasswordPrompt
          device={isConfirming.session?.device}
          passwordError={wrong}
          busy={end.isPending}
          onCancel={() => {
            setIsConfirming(undefined);
            end.reset();
          }}
          onSubmit={(password) => run({ ...isConfirming, password })}
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

interface PasswordPromptProps {
  /** The device that is to be signed out; all others where there is none. */
  device: string | undefined;
  /** What the server says of the password, or of its absence. */
  passwordError: string | undefined;
  busy: boolean;
  onCancel: () => void;
  onSubmit: (password: string) => void;
}

/** Asked for where signing in is a while ago. */
function PasswordPrompt({ device, passwordError, busy, onCancel, onSubmit }: PasswordPromptProps) {
  const form = useTypedForm({ fields: ['password'] });
  return (
    <Form onSubmit={form.handleSubmit(({ password }) => onSubmit(password))}>
      <PasswordInput
        label="Your password"
        {...form.field('password')}
        autoComplete="current-password"
        error={passwordError}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          {device === undefined ? 'End all others' : `End ${device}`}
        </Button>
      </Box>
    </Form>
  );
}

interface SessionRowProps {
  session: AccountSession;
  disabled: boolean;
  onEnd: () => void;
}

function SessionRow({ session, disabled, onEnd }: SessionRowProps) {
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
          {current && <StatusBadge tone="green">This device</StatusBadge>}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Last used <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt)}</time>, signed in{' '}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        </Typography>
      </Box>
      {!current && (
        <Button
          size="small"
          onClick={onEnd}
          disabled={disabled}
          aria-label={`End the session of ${device}, signed in ${formatDateTime(createdAt)}`}
        >
          End
        </Button>
      )}
    </Box>
  );
}
