/** Whether signing in asks for a code of an authenticator app, and turning that on or off. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { AccountPanel } from './AccountPanel';
import { mfa } from './mfa';

const MfaSetUp = lazy(() => import('./MfaSetUp').then((form) => ({ default: form.MfaSetUp })));
const MfaEnd = lazy(() => import('./MfaEnd').then((form) => ({ default: form.MfaEnd })));
const HEIGHT = 120;

interface SecondFactorPanelProps {
  /** Called once it is on and nothing of it is left to be read. */
  onOn?: () => void;
}

export function SecondFactorPanel({ onOn }: SecondFactorPanelProps) {
  return (
    <AccountPanel
      title="Two-step sign-in"
      subtitle="A code of your authenticator app, beside your password."
      height={HEIGHT}
    >
      {({ sample, email }) =>
        sample ? (
          <Notice>The demo is open to everybody, so its sign-in stays as it is.</Notice>
        ) : (
          <Standing email={email} {...(onOn && { onOn })} />
        )
      }
    </AccountPanel>
  );
}

function Standing({ email, onOn }: { email: string; onOn?: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(mfa);
  // Which form it is stays until it is closed: the recovery codes are shown once, and it is on by then.
  const [Form, setForm] = useState<typeof MfaSetUp | typeof MfaEnd>();
  const tell = useEffectEvent(() => onOn?.());
  const settled = data?.on === true && Form === undefined;
  useEffect(() => {
    if (settled) tell();
  }, [settled]);
  if (!data) {
    return error ? (
      <FailureNotice
        {...sayFailure(error, 'How two-step sign-in stands did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Waiting label="Two-step sign-in is loading" height={HEIGHT} />
    );
  }
  if (Form) {
    const close = () => setForm(undefined);
    return (
      <Suspense fallback={<Waiting label="Two-step sign-in is loading" height={HEIGHT} />}>
        <Form email={email} onDone={close} onCancel={close} />
      </Suspense>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {error && (
        <FailureNotice
          {...sayFailure(
            error,
            'How two-step sign-in stands did not load again. What follows was true before.',
          )}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data.on ? (
        <Typography>
          <ToneMark tone="green">On</ToneMark> since {data.since !== undefined && moment(data.since)}.{' '}
          {codesLeft(data.recoveryCodesLeft ?? 0)}
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
          onClick={() => setForm(data.on ? MfaEnd : MfaSetUp)}
        >
          {data.on ? 'Turn off two-step sign-in' : 'Set up two-step sign-in'}
        </Button>
      </Box>
    </Box>
  );
}

function codesLeft(left: number): string {
  if (left === 0) return 'No recovery codes are left: turn it off and on again for new ones.';
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
}
