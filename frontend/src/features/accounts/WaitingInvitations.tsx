/** The invitations that wait for somebody who belongs to no organization, each with a way to join. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@sprout/client';
import { useEffect, type ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { moment } from '@/lib/format';
import { roleName } from '@/lib/roles';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { nameInButton } from '@/ui/nameInButton';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import { useAcceptWaiting, useWaitingInvitations } from './leftBehindCalls';
import { proof, type Shown } from './shown';

interface WaitingInvitationsProps {
  shown: Shown;
  /** Where to type a code: nothing where two-step sign-in is off. */
  code: ReactNode;
}

export function WaitingInvitations({ shown, code }: WaitingInvitationsProps) {
  const waiting = useWaitingInvitations();
  const { data, error, isPending, mutate } = waiting;
  const asksForCode = Boolean(code);
  useEffect(() => {
    if (!asksForCode) mutate(shown);
  }, [asksForCode, mutate, shown]);
  const failed = error && (
    <FailureNotice
      {...sayFailure(error, 'Your invitations did not load.')}
      {...(!asksForCode && { onRetry: () => mutate(shown), retrying: isPending })}
    />
  );
  return (
    <Panel title="Invitations" subtitle={`Sent to ${shown.email}.`}>
      {data ? (
        <Listed list={data} shown={shown} code={code} />
      ) : asksForCode ? (
        <FormFrame onSubmit={(typed) => mutate(proof(shown, typed('otp').trim()))}>
          {code}
          {failed}
          <Button type="submit" variant="outlined" disabled={isPending}>
            Show my invitations
          </Button>
        </FormFrame>
      ) : (
        (failed ?? <Waiting label="Your invitations are loading" height={96} />)
      )}
    </Panel>
  );
}

function Listed({ list, shown, code }: WaitingInvitationsProps & { list: Schemas['OpenInvitations'] }) {
  if (!list.emailVerified) {
    return (
      <Typography>
        No letter to this address is known to have reached you. Were you invited? Open the link in the letter:
        its page takes this password too.
      </Typography>
    );
  }
  if (list.items.length === 0) {
    return (
      <Typography>
        None is open. Whoever wants you in their organization can invite you, with this address.
      </Typography>
    );
  }
  return (
    <Box
      component="ul"
      aria-label="Invitations"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {list.items.map((invitation) => (
        <One key={invitation.id} invitation={invitation} shown={shown} code={code} />
      ))}
    </Box>
  );
}

function One({
  invitation,
  shown,
  code,
}: WaitingInvitationsProps & { invitation: Schemas['OpenInvitation'] }) {
  const accept = useAcceptWaiting();
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
          {invitedBy} invites you to join <strong>{organization}</strong> as <strong>{roleName(role)}</strong>
          .
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          It can be accepted until <time dateTime={expiresAt}>{moment(expiresAt)}</time>.
        </Typography>
      </Box>
      <FormFrame onSubmit={(typed) => accept.mutate({ id, body: proof(shown, typed('otp').trim()) })}>
        {code}
        {accept.error && <FailureNotice {...sayFailure(accept.error, 'You did not join. Try again.')} />}
        <Button
          type="submit"
          variant="contained"
          disabled={accept.isPending}
          sx={{ ...nameInButton, justifySelf: 'start' }}
        >
          Join {organization}
        </Button>
      </FormFrame>
    </Box>
  );
}
