/** The user's sessions: this device first. Ends one other session or all of them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, fieldError } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/accounts';
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

export function SessionsPanel() {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(sessionsQuery);
  const revoke = useRevokeSessions();
  const [isConfirming, setIsConfirming] = useState<SessionsToRevoke>();
  const passwordError = fieldError(revoke.error, 'password');
  const run = (what: SessionsToRevoke) =>
    revoke.mutate(what, {
      onSuccess: () => setIsConfirming(undefined),
      onError: (failure) => {
        if (fieldError(failure, 'password') !== undefined) setIsConfirming(what);
      },
    });
  const others = data?.items.some(({ current }) => !current) ?? false;
  return (
    <Panel title={t('sessions')} subtitle={t('devicesYouAreSignedInOn')}>
      {error && (
        <ErrorAlert
          {...errorText(error, t('couldntLoadYourSessions'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {error && data && (
        <Typography sx={{ my: 3, color: 'text.secondary' }}>
          {t('lastUpdated', { at: formatDateTime(new Date(dataUpdatedAt).toISOString()) })}
        </Typography>
      )}
      {!data && !error && <LoadingPlaceholder label={t('sessionsAreLoading')} height={260} />}
      {data && (
        <Box component="ul" aria-label={t('sessions')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              disabled={revoke.isPending}
              onEnd={() => run({ session })}
            />
          ))}
        </Box>
      )}
      {data?.hasMore && (
        <Typography sx={{ mt: 3, color: 'text.secondary' }}>
          {t('showingYourMostRecentlyUsedSessions')}
        </Typography>
      )}
      {data && !others && (
        <Typography sx={{ mt: 3, color: 'text.secondary' }}>{t('noOtherActiveSessions')}</Typography>
      )}
      <Box aria-live="polite" sx={{ mt: 3 }}>
        {revoke.data !== undefined && <Callout severity="success">{revoke.data}</Callout>}
      </Box>
      {revoke.error && passwordError === undefined && (
        <ErrorAlert {...errorText(revoke.error, t('couldntEndTheSessionTryAgain'))} />
      )}
      {isConfirming && (
        <PasswordPrompt
          device={isConfirming.session?.device}
          passwordError={passwordError}
          busy={revoke.isPending}
          onCancel={() => {
            setIsConfirming(undefined);
            revoke.reset();
          }}
          onSubmit={(password) => run({ ...isConfirming, password })}
        />
      )}
      {others && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 3 }}>
          <Button variant="outlined" disabled={revoke.isPending} onClick={() => run({})}>
            {t('endAllOtherSessions')}
          </Button>
        </Box>
      )}
    </Panel>
  );
}

interface PasswordPromptProps {
  /** The device to sign out. All others if undefined. */
  device: string | undefined;
  /** The server's error about the password. */
  passwordError: string | undefined;
  busy: boolean;
  onCancel: () => void;
  onSubmit: (password: string) => void;
}

/** Required if the last sign-in is too long ago. */
function PasswordPrompt({ device, passwordError, busy, onCancel, onSubmit }: PasswordPromptProps) {
  const form = useTypedForm({ fields: ['password'] });
  return (
    <Form onSubmit={form.handleSubmit(({ password }) => onSubmit(password))}>
      <PasswordInput
        label={t('yourPassword')}
        {...form.field('password')}
        autoComplete="current-password"
        error={passwordError}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={busy}>
          {device === undefined ? t('endAllOtherSessions') : t('endDevice', { device })}
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
          {current && <StatusBadge tone="green">{t('thisDevice')}</StatusBadge>}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t.rich('lastUsedSignedIn', {
            lastUsedAt: <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt)}</time>,
            createdAt: <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
          })}
        </Typography>
      </Box>
      {!current && (
        <Button
          size="small"
          onClick={onEnd}
          disabled={disabled}
          aria-label={t('endSessionOnSignedIn', { device, createdAt: formatDateTime(createdAt) })}
        >
          {t('end')}
        </Button>
      )}
    </Box>
  );
}
