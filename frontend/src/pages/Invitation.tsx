/**
 * The page of an invitation link: who invites to which organization, and how to join with and without an
 * account.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { useSignedIn } from '@/auth/session';
import { InvitedForm } from '@/features/accounts/InvitedForm';
import { useAccount } from '@/features/accounts/queries';
import { signOut } from '@/features/accounts/signOut';
import { invitationQuery, useAcceptInvitation } from '@/features/organizations/invitationQueries';
import { clearInvitationToken, readInvitationToken } from '@/features/organizations/invitationToken';
import { formatDateTime } from '@/lib/format';
import { paths, signInPath } from '@/lib/paths';
import { roleName } from '@/lib/roleLabels';
import { t } from '@/messages/en/organizations';
import { ButtonLink } from '@/ui/ButtonLink';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { wrappingButton } from '@/ui/wrappingButton';
import { EmptyState } from '@/ui/EmptyState';
import { EntryLayout } from '@/ui/EntryLayout';
import { PageHeader } from '@/ui/PageHeader';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';

export default function Invitation() {
  const [token, setToken] = useState(readInvitationToken);
  // Opening another link in this tab changes only the URL fragment.
  useEffect(() => {
    const reopen = () => setToken(readInvitationToken());
    window.addEventListener('hashchange', reopen);
    return () => window.removeEventListener('hashchange', reopen);
  }, []);
  return (
    <EntryLayout>
      <PageHeader title={t('invitation')} subtitle={t('joinAnOrganizationOnSprout')} />
      {token === null ? (
        <EmptyState action={<ButtonLink to={paths.dashboard}>{t('goToTheDashboard')}</ButtonLink>}>
          {t('openTheLinkInYourInvitation')}
        </EmptyState>
      ) : (
        <OpenedInvitation token={token} />
      )}
    </EntryLayout>
  );
}

function OpenedInvitation({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(invitationQuery(token));
  const signedIn = useSignedIn();
  if (error && !data) {
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadTheInvitation'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <LoadingPlaceholder label={t('theInvitationIsLoading')} height={320} />;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel title={data.organization}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t.rich('invitedToJoinAs', {
            invitedBy: data.invitedBy,
            email: <strong>{data.email}</strong>,
            role: <strong>{roleName(data.role)}</strong>,
          })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {t.rich('expires', {
            expiresAt: <time dateTime={data.expiresAt}>{formatDateTime(data.expiresAt)}</time>,
          })}
        </Typography>
      </Panel>
      {signedIn ? (
        <AcceptInvitation token={token} invitation={data} />
      ) : (
        <JoinInvitation token={token} invitation={data} />
      )}
    </Box>
  );
}

interface InvitationProps {
  token: string;
  invitation: Schemas['InvitationPreview'];
}

/** For a signed-in user: accept, or learn that the invitation is for someone else. */
function AcceptInvitation({ token, invitation: shown }: InvitationProps) {
  const { data: account, error, isFetching, refetch } = useAccount();
  const accept = useAcceptInvitation();
  const navigate = useNavigate();
  if (error && !account) {
    return (
      <ErrorAlert
        {...errorText(error, t('couldntLoadYourAccount'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!account) return <LoadingPlaceholder label={t('yourAccountIsLoading')} height={160} />;
  if (account.email !== shown.email) {
    return (
      <Panel title={t('wrongAccount')}>
        <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          {t('youAreSignedInAsBut', { email: account.email, email2: shown.email })}
        </Typography>
        <Button
          variant="outlined"
          onClick={() => void signOut().then(() => navigate(paths.invitation, { replace: true }))}
        >
          {t('signOutAndContinue')}
        </Button>
      </Panel>
    );
  }
  return (
    <Panel title={t('join')} subtitle={t('youAreSignedInAs', { email: account.email })}>
      {accept.error && (
        <Box sx={{ mb: 4 }}>
          <ErrorAlert {...errorText(accept.error, t('couldntAcceptTheInvitationTryAgain'))} />
        </Box>
      )}
      <Button
        variant="contained"
        disabled={accept.isPending}
        sx={wrappingButton}
        onClick={() => accept.mutate(token, { onSuccess: clearInvitationToken })}
      >
        {t('joinOrganization', { organization: shown.organization })}
      </Button>
    </Panel>
  );
}

/** For a visitor: create an account with the invited address, or sign in. */
function JoinInvitation({ token, invitation: shown }: InvitationProps) {
  const navigate = useNavigate();
  return (
    <>
      <Panel title={t('createYourAccount')} subtitle={t('thisInvitationIsFor', { email: shown.email })}>
        <InvitedForm
          token={token}
          email={shown.email}
          onDone={() => {
            clearInvitationToken();
            void navigate(paths.dashboard);
          }}
        />
      </Panel>
      <Panel title={t('alreadyHaveAnAccount')}>
        <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          {t('signInWithThenJoin', { email: shown.email })}
        </Typography>
        <ButtonLink to={signInPath(paths.invitation)}>{t('signIn')}</ButtonLink>
      </Panel>
    </>
  );
}
