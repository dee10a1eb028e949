/** Who was invited and has not come yet, and a form to invite someone. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { paths } from '@/lib/paths';
import { roleName } from '@/lib/roleLabels';
import { ButtonLink } from '@/ui/ButtonLink';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { InviteForm } from './InviteForm';
import {
  invitationsQuery,
  useRevokeInvitation,
  useResendInvitation,
  type Invitation,
} from './invitationQueries';

export function InvitationsTab({ account }: { account: Schemas['Account'] }) {
  const invitations = useInfiniteQuery(invitationsQuery);
  const sendAgain = useResendInvitation();
  const revoke = useRevokeInvitation();
  const busy = sendAgain.isPending || revoke.isPending;
  const failure = sendAgain.error ?? revoke.error;
  const said = sendAgain.data
    ? `Another letter to ${sendAgain.data.email} is on its way. The link before it stopped working.`
    : revoke.data && `The invitation of ${revoke.data.email} was revoked.`;
  return (
    <>
      <Panel
        title="Invite somebody"
        subtitle="They get a letter with a link that works once, for their address, for 72 hours."
      >
        {account.sample ? (
          <EmptyState>Nobody is invited into the demo. Register to invite people into your own.</EmptyState>
        ) : !account.emailVerified ? (
          <EmptyState action={<ButtonLink to={paths.account}>Go to your account</ButtonLink>}>
            Confirm your own address first: open the link in the letter that was sent to {account.email}, or
            send another from your account page.
          </EmptyState>
        ) : (
          <InviteForm
            inviterRole={account.organization.role}
            sendsEmail={invitations.data?.pages[0]?.byMail ?? true}
          />
        )}
      </Panel>
      <Panel title="Open invitations" subtitle="Newest first.">
        {body()}
        <Box aria-live="polite" sx={{ mt: 3 }}>
          {said && <Callout severity="success">{said}</Callout>}
        </Box>
        {failure && (
          <ErrorAlert {...errorText(failure, 'That did not work, and nothing was changed. Try again.')} />
        )}
      </Panel>
    </>
  );

  function body(): ReactNode {
    if (invitations.isPending) return <LoadingPlaceholder label="The invitations are loading" height={160} />;
    const failed = invitations.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(invitations.error, 'The invitations did not load.')}
          onRetry={() => void invitations.refetch()}
          retrying={invitations.isFetching}
        />
      </Box>
    );
    if (!invitations.data) return failed;
    const rows = invitations.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 && <EmptyState>Nobody is invited at the moment. Use the form above.</EmptyState>}
        <Box component="ul" aria-label="Open invitations" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((invitation) => (
            <Row
              key={invitation.id}
              invitation={invitation}
              disabled={busy}
              onSendAgain={() => {
                revoke.reset();
                sendAgain.mutate(invitation.id);
              }}
              onRevoke={() => {
                sendAgain.reset();
                revoke.mutate(invitation);
              }}
            />
          ))}
        </Box>
        {invitations.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void invitations.fetchNextPage()}
            disabled={invitations.isFetchingNextPage}
          >
            Show older invitations
          </Button>
        )}
      </>
    );
  }
}

interface RowProps {
  invitation: Invitation;
  disabled: boolean;
  onSendAgain: () => void;
  onRevoke: () => void;
}

function Row({ invitation, disabled, onSendAgain, onRevoke }: RowProps) {
  const { email, role, invitedBy, sentAt, expiresAt, expired } = invitation;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { border: 0, pt: 0 },
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{email}</Typography>
          {expired && <StatusBadge tone="yellow">Expired</StatusBadge>}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {roleName(role)}, invited by {invitedBy}. Sent{' '}
          <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>, {expired ? 'worked' : 'works'} until{' '}
          <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>
        </Typography>
      </Box>
      <Button size="small" disabled={disabled} onClick={onSendAgain} aria-label={`Send again to ${email}`}>
        Send again
      </Button>
      <Button
        size="small"
        color="error"
        disabled={disabled}
        onClick={onRevoke}
        aria-label={`Revoke the invitation of ${email}`}
      >
        Revoke
      </Button>
    </Box>
  );
}
