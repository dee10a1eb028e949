/** For members who must set up MFA: they do so here, then continue to the page they requested. */
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText } from '@/api/errors';
import { accountQuery as ownAccount } from '@/features/accounts/queries';
import { MfaPanel } from '@/features/accounts/MfaPanel';
import { signOut } from '@/features/accounts/signOut';
import { LeaveOptions } from '@/features/organizations/LeaveOptions';
import { t } from '@/messages/en/sign_in';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { PageHeader } from '@/ui/PageHeader';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

/** How long other servers may cache session data, in milliseconds. */
const RECHECK_DELAY_MS = 1_000;

export default function MfaRequired() {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(ownAccount);
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!on) return;
    // Refetch what was refused, and show the requested page.
    const soon = setTimeout(() => void queryClient.resetQueries(), RECHECK_DELAY_MS);
    return () => clearTimeout(soon);
  }, [queryClient, on]);

  if (on) return <LoadingPlaceholder label={t('yourPageIsLoading')} height={480} />;
  if (!data) {
    return error ? (
      <ErrorAlert
        {...errorText(error, t('couldntLoadYourAccount'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingPlaceholder label={t('yourAccountIsLoading')} height={480} />
    );
  }
  return (
    <>
      <PageHeader
        title={t('setUpMfa')}
        subtitle={
          data.mfaSetupRequired
            ? t('requiresMultiFactorAuthenticationMfaFor', { farmName: data.farmName })
            : t('thisServerRequiresMultiFactorAuthentication')
        }
      />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
        <MfaPanel onEnabled={() => setOn(true)} />
        <LeaveOptions onSignOut={() => void signOut()} />
      </Box>
    </>
  );
}
