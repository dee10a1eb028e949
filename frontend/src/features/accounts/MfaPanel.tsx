/** Whether MFA is enabled, with forms to enable and disable it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/accounts';
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
  /** Called when MFA is enabled and the user has closed the recovery codes. */
  onEnabled?: () => void;
}

export function MfaPanel({ onEnabled }: MfaPanelProps) {
  return (
    <AccountPanel
      title={t('multiFactorAuthenticationMfa')}
      subtitle={t('requireACodeFromYourAuthenticator')}
      height={HEIGHT}
    >
      {({ sample, email }) =>
        sample ? (
          <EmptyState>{t('theDemoAccountIsSharedSo')}</EmptyState>
        ) : (
          <MfaStatus email={email} {...(onEnabled && { onOn: onEnabled })} />
        )
      }
    </AccountPanel>
  );
}

function MfaStatus({ email, onOn }: { email: string; onOn?: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(mfaStatusQuery);
  // The form stays open until closed: recovery codes are shown once, and MFA is already enabled by then.
  const [Form, setForm] = useState<typeof EnrollMfa | typeof DisableMfaForm>();
  const tell = useEffectEvent(() => onOn?.());
  const settled = data?.enabled === true && Form === undefined;
  useEffect(() => {
    if (settled) tell();
  }, [settled]);
  if (!data) {
    return error ? (
      <ErrorAlert
        {...errorText(error, t('couldntLoadYourMfaSettings'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingPlaceholder label={t('mfaIsLoading')} height={HEIGHT} />
    );
  }
  if (Form) {
    const close = () => setForm(undefined);
    return (
      <Suspense fallback={<LoadingPlaceholder label={t('mfaIsLoading')} height={HEIGHT} />}>
        <Form email={email} onDone={close} onCancel={close} />
      </Suspense>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {error && (
        <ErrorAlert
          {...errorText(error, t('couldntRefreshYourMfaSettingsThey'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data.enabled ? (
        <Typography>
          <StatusBadge tone="green">{t('on')}</StatusBadge>{' '}
          {data.enabledAt !== undefined && t('since', { since: formatDateTime(data.enabledAt) })}{' '}
          {data.remainingRecoveryCodes !== undefined && recoveryCodesText(data.remainingRecoveryCodes)}
        </Typography>
      ) : (
        <Typography>{t('offAnyoneWhoKnowsYourPassword')}</Typography>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          variant={data.enabled ? 'outlined' : 'contained'}
          onClick={() => setForm(data.enabled ? DisableMfaForm : EnrollMfa)}
        >
          {data.enabled ? t('turnOffMfa') : t('setUpMfa')}
        </Button>
      </Box>
    </Box>
  );
}

function recoveryCodesText(left: number): string {
  if (left === 0) return t('noRecoveryCodesLeftTurnMfa');
  return t('recoveryCodesLeft', { count: left, left });
}
