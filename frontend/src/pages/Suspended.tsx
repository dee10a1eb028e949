/**
 * For members of a suspended organization: the reason, and ways out. Continues automatically once it is
 * reinstated.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorText } from '@/api/errors';
import { accountQuery as ownAccount } from '@/features/accounts/queries';
import { signOut } from '@/features/accounts/signOut';
import { LeaveOptions } from '@/features/organizations/LeaveOptions';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/operators';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { PageHeader } from '@/ui/PageHeader';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

/** Refetch interval while suspended, in milliseconds. */
const POLL_MS = 15_000;

export default function Suspended() {
  const queryClient = useQueryClient();
  const account = useQuery({ ...ownAccount, staleTime: 0, refetchInterval: POLL_MS });
  const { data } = account;
  const over = data !== undefined && data.suspension === undefined && !account.isFetching;
  useEffect(() => {
    // Refetch what was refused, and show the requested page.
    if (over) void queryClient.resetQueries();
  }, [queryClient, over]);

  if (account.isPending || over || (account.isFetching && !data?.suspension))
    return <LoadingPlaceholder label={t('yourOrganizationIsLoading')} height={320} />;
  if (!data?.suspension) {
    return (
      <ErrorAlert
        {...errorText(account.error, t('couldntLoadYourAccount'))}
        onRetry={() => void account.refetch()}
        retrying={account.isFetching}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t('isSuspended', { farmName: data.farmName })}
        subtitle={t('suspendedSince', { since: formatDateTime(data.suspension.since) })}
      />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
        <Callout severity="warning">{data.suspension.reason}</Callout>
        <Typography>{t('yourDataIsKeptContactThe')}</Typography>
        <LeaveOptions onSignOut={() => void signOut()} />
      </Box>
    </>
  );
}
