/** What people see whose organization is suspended: why, and the ways out. It goes by itself once they are let in again. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sayFailure } from '@/api/errors';
import { account as ownAccount } from '@/features/accounts/queries';
import { signOut } from '@/features/accounts/signOut';
import { WaysOut } from '@/features/organizations/WaysOut';
import { moment } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { PageTitle } from '@/ui/PageTitle';
import { Waiting } from '@/ui/Waiting';

/** How often it is asked whether they are let in again. */
const LOOK_MS = 15_000;

export default function Suspended() {
  const cache = useQueryClient();
  const account = useQuery({ ...ownAccount, staleTime: 0, refetchInterval: LOOK_MS });
  const { data } = account;
  const over = data !== undefined && data.suspended === undefined && !account.isFetching;
  useEffect(() => {
    // What was refused is asked anew, and the page that was asked for is shown.
    if (over) void cache.resetQueries();
  }, [cache, over]);

  if (account.isPending || over || (account.isFetching && !data?.suspended))
    return <Waiting label="Your organization is loading" height={320} />;
  if (!data?.suspended) {
    return (
      <FailureNotice
        {...sayFailure(account.error, 'Your account did not load.')}
        onRetry={() => void account.refetch()}
        retrying={account.isFetching}
      />
    );
  }
  return (
    <>
      <PageTitle
        title={`${data.farmName} is suspended`}
        purpose={`Since ${moment(data.suspended.since)} nobody can work in it.`}
      />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
        <Callout weight="warning">{data.suspended.reason}</Callout>
        <Typography>
          Its rows are kept. Ask the operator of this service about it: this page opens again by itself once
          they let you in.
        </Typography>
        <WaysOut onSignOut={() => void signOut()} />
      </Box>
    </>
  );
}
