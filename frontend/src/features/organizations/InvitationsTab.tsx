/** Pending invitations, and a form to invite someone. */
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
import { t } from '@/messages/en/organizations';
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
  const resultText = sendAgain.data
    ? t('newInvitationSentToThePrevious', { email: sendAgain.data.email })
    : revoke.data && t('invitationForRevoked', { email: revoke.data.email });
  return (
    <>
      <Panel title={t('invitePeople')} subtitle={t('wellEmailThemASingleUse')}>
        {account.sample ? (
          <EmptyState>{t('youCantInvitePeopleToThe')}</EmptyState>
        ) : !account.emailVerified ? (
          <EmptyState action={<ButtonLink to={paths.account}>{t('goToAccountSettings')}</ButtonLink>}>
            {t('confirmYourEmailAddressFirstOpen', { email: account.email })}
          </EmptyState>
        ) : (
          <InviteForm
            inviterRole={account.organization.role}
            sendsEmail={invitations.data?.pages[0]?.emailEnabled ?? true}
          />
        )}
      </Panel>
      <Panel title={t('openInvitations')} subtitle={t('newestFirst')}>
        {body()}
        <Box aria-live="polite" sx={{ mt: 3 }}>
          {resultText && <Callout severity="success">{resultText}</Callout>}
        </Box>
        {failure && <ErrorAlert {...errorText(failure, t('nothingWasChangedTryAgain'))} />}
      </Panel>
    </>
  );

  function body(): ReactNode {
    if (invitations.isPending)
      return <LoadingPlaceholder label={t('theInvitationsAreLoading')} height={160} />;
    const failed = invitations.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(invitations.error, t('couldntLoadTheInvitations'))}
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
        {rows.length === 0 && <EmptyState>{t('noOpenInvitations')}</EmptyState>}
        <Box component="ul" aria-label={t('openInvitations')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
            {t('showOlderInvitations')}
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
          {expired && <StatusBadge tone="yellow">{t('expired')}</StatusBadge>}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t.rich(expired ? 'invitedBySentExpired' : 'invitedBySentUntil', {
            role: roleName(role),
            invitedBy,
            sentAt: <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>,
            expiresAt: <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time>,
          })}
        </Typography>
      </Box>
      <Button size="small" disabled={disabled} onClick={onSendAgain} aria-label={t('resendTo', { email })}>
        {t('resend')}
      </Button>
      <Button
        size="small"
        color="error"
        disabled={disabled}
        onClick={onRevoke}
        aria-label={t('revokeInvitationFor', { email })}
      >
        {t('revoke')}
      </Button>
    </Box>
  );
}
