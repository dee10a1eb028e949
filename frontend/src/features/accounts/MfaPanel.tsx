/** Whether signing in asks for a code of an authenticator app, and turning that on or off. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { AccountPanel } from './AccountPanel';
import { mfaStatusQuery } from './mfaQueries';

const EnrollMfa = lazy(() => import('./EnrollMfa').then((form) => ({ default: form.EnrollMfa })));
const DisableMfaForm = lazy(() =>
  import('./DisableMfaForm').then((form) => ({ default: form.DisableMfaForm })),
);
const HEIGHT = 120;

interface MfaPanelProps {
  /** Called once it is on and nothing of it is left to be read. */
  onEnabled?: () => void;
}

export function MfaPanel({ onEnabled }: MfaPanelProps) {
  return (
    <AccountPanel
      title="Two-step sign-in"
      subtitle="A code of your authenticator app, beside your password."
      height={HEIGHT}
    >
      {({ sample, email }) =>
        sample ? (
          <EmptyState>The demo is open to everybody, so its sign-in stays as it is.</EmptyState>
        ) : (
          <MfaStatus email={email} {...(onEnabled && { onOn: onEnabled })} />
        )
      }
    </AccountPanel>
  );
}

function MfaStatus({ email, onOn }: { email: string; onOn?: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(mfaStatusQuery);
  // Which form it is stays until it is closed: the recovery codes are shown once, and it is on by then.
  const [Form, setForm] = useState<typeof EnrollMfa | typeof DisableMfaForm>();
  const tell = useEffectEvent(() => onOn?.());
  const settled = data?.on === true && Form === undefined;
  useEffect(() => {
    if (settled) tell();
  }, [settled]);
  if (!data) {
    return error ? (
      <ErrorAlert
        {...errorText(error, 'How two-step sign-in stands did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingPlaceholder label="Two-step sign-in is loading" height={HEIGHT} />
    );
  }
  if (Form) {
    const close = () => setForm(undefined);
    return (
      <Suspense fallback={<LoadingPlaceholder label="Two-step sign-in is loading" height={HEIGHT} />}>
        <Form email={email} onDone={close} onCancel={close} />
      </Suspense>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {error && (
        <ErrorAlert
          {...errorText(
            error,
            'How two-step sign-in stands did not load again. What follows was true before.',
          )}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data.on ? (
        <Typography>
          <StatusBadge tone="green">On</StatusBadge> since{' '}
          {data.since !== undefined && formatDateTime(data.since)}.{' '}
          {data.recoveryCodesLeft !== undefined && recoveryCodesText(data.recoveryCodesLeft)}
        </Typography>
      ) : (
        <Typography>
          Off. Whoever knows your password can sign in as you: turn it on to be asked for a code of your phone
          too.
        </Typography>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          variant={data.on ? 'outlined' : 'contained'}
          onClick={() => setForm(data.on ? DisableMfaForm : EnrollMfa)}
        >
          {data.on ? 'Turn off two-step sign-in' : 'Set up two-step sign-in'}
        </Button>
      </Box>
    </Box>
  );
}

function recoveryCodesText(left: number): string {
  if (left === 0) return 'No recovery codes are left: turn it off and on again for new ones.';
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
}
