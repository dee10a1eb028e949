/** The pending invitations of a user without an organization, each with a button to join. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useEffect, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime } from '@/lib/format';
import { roleName } from '@/lib/roleLabels';
import { t } from '@/messages/en/sign_in';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { wrappingButton } from '@/ui/wrappingButton';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { useAcceptPendingInvitation, usePendingInvitations } from './unaffiliatedQueries';
import { withCode, type Credentials } from './credentials';

interface PendingInvitationsProps {
  credentials: Credentials;
  /** The MFA code field. Empty where MFA is disabled. */
  codeInput: ReactNode;
}

export function PendingInvitations({ credentials, codeInput }: PendingInvitationsProps) {
  const waiting = usePendingInvitations();
  const { data, error, isPending, mutate } = waiting;
  const form = useTypedForm({ fields: ['otp'], failure: error });
  const asksForCode = Boolean(codeInput);
  useEffect(() => {
    if (!asksForCode) mutate(credentials);
  }, [asksForCode, mutate, credentials]);
  const failed = error && (
    <ErrorAlert
      {...errorText(error, t('couldntLoadYourInvitations'))}
      {...(!asksForCode && { onRetry: () => mutate(credentials), retrying: isPending })}
    />
  );
  return (
    <Panel title={t('invitations')} subtitle={t('sentTo', { email: credentials.email })}>
      {data ? (
        <InvitationList list={data} credentials={credentials} codeInput={codeInput} />
      ) : asksForCode ? (
        <Form onSubmit={form.handleSubmit((values) => mutate(withCode(credentials, values.otp.trim())))}>
          {codeInput}
          {failed}
          <Button type="submit" variant="outlined" disabled={isPending}>
            {t('showMyInvitations')}
          </Button>
        </Form>
      ) : (
        (failed ?? <LoadingPlaceholder label={t('yourInvitationsAreLoading')} height={96} />)
      )}
    </Panel>
  );
}

function InvitationList({
  list,
  credentials,
  codeInput,
}: PendingInvitationsProps & { list: Schemas['OpenInvitations'] }) {
  if (!list.emailVerified) {
    return <Typography>{t('yourEmailAddressIsntConfirmedYet')}</Typography>;
  }
  if (list.items.length === 0) {
    return <Typography>{t('noOpenInvitationsAskAColleague')}</Typography>;
  }
  return (
    <Box
      component="ul"
      aria-label={t('invitations')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {list.items.map((invitation) => (
        <InvitationItem
          key={invitation.id}
          invitation={invitation}
          credentials={credentials}
          codeInput={codeInput}
        />
      ))}
    </Box>
  );
}

function InvitationItem({
  invitation,
  credentials,
  codeInput,
}: PendingInvitationsProps & { invitation: Schemas['OpenInvitation'] }) {
  const accept = useAcceptPendingInvitation();
  const form = useTypedForm({ fields: ['otp'], failure: accept.error });
  const { id, organization, role, invitedBy, expiresAt } = invitation;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: 'minmax(0, 1fr)',
        pt: 4,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { border: 0, pt: 0 },
      }}
    >
      <Box>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t.rich('invitedYouToJoinAs', {
            invitedBy,
            organization: <strong>{organization}</strong>,
            role: <strong>{roleName(role)}</strong>,
          })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t.rich('expires', { expiresAt: <time dateTime={expiresAt}>{formatDateTime(expiresAt)}</time> })}
        </Typography>
      </Box>
      <Form
        onSubmit={form.handleSubmit((values) =>
          accept.mutate({ id, body: withCode(credentials, values.otp.trim()) }),
        )}
      >
        {codeInput}
        {accept.error && <ErrorAlert {...errorText(accept.error, t('couldntAcceptTheInvitationTryAgain'))} />}
        <Button
          type="submit"
          variant="contained"
          disabled={accept.isPending}
          sx={{ ...wrappingButton, justifySelf: 'start' }}
        >
          {t('join', { organization })}
        </Button>
      </Form>
    </Box>
  );
}
