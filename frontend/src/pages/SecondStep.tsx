/** What people see who have not set up the two-step sign-in that is asked of them: they do it here, and go on to the page that they wanted. */
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sayFailure } from '@/api/errors';
import { account as ownAccount } from '@/features/accounts/queries';
import { SecondFactorPanel } from '@/features/accounts/SecondFactorPanel';
import { signOut } from '@/features/accounts/signOut';
import { WaysOut } from '@/features/organizations/WaysOut';
import { FailureNotice } from '@/ui/FailureNotice';
import { PageTitle } from '@/ui/PageTitle';
import { Waiting } from '@/ui/Waiting';

/** What another server believes of a session is as old as this at most. */
const BELIEVED_MS = 1_000;

export default function SecondStep() {
  const cache = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(ownAccount);
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!on) return;
    // What was refused is asked anew, and the page that was asked for is shown.
    const soon = setTimeout(() => void cache.resetQueries(), BELIEVED_MS);
    return () => clearTimeout(soon);
  }, [cache, on]);

  if (on) return <Waiting label="Your page is loading" height={480} />;
  if (!data) {
    return error ? (
      <FailureNotice
        {...sayFailure(error, 'Your account did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Waiting label="Your account is loading" height={480} />
    );
  }
  return (
    <>
      <PageTitle
        title="Set up two-step sign-in first"
        purpose={
          data.secondStepMissing
            ? `${data.farmName} asks for it of everybody who belongs to it.`
            : 'This installation asks for it of its operators.'
        }
      />
      <Box sx={{ display: 'grid', gap: 4, maxWidth: 640 }}>
        <SecondFactorPanel onOn={() => setOn(true)} />
        <WaysOut onSignOut={() => void signOut()} />
      </Box>
    </>
  );
}
