/** What is left to somebody who belongs to no organization: an invitation, one of their own, their data, the end of their account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { ownTimeZone } from '@/lib/timeZones';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { useDeleteLeftBehind, useLeftBehindData } from './leftBehindCalls';
import { useRegister } from './queries';
import { proof, type Shown } from './shown';
import { WaitingInvitations } from './WaitingInvitations';

interface LeftBehindProps {
  shown: Shown;
  /** Two-step sign-in is on: a code works once, so each of these takes the next one. */
  asksForCode: boolean;
  /** To sign in as somebody else. */
  onBack: () => void;
}

export function LeftBehind({ shown, asksForCode, onBack }: LeftBehindProps) {
  const [gone, setGone] = useState(false);
  const code = asksForCode && (
    <TextInput
      label="Code"
      name="otp"
      autoComplete="one-time-code"
      help="The next six digits from your authenticator app, or a recovery code: each works once."
    />
  );
  if (gone) {
    return (
      <Callout
        weight="success"
        action={
          <Button size="small" onClick={onBack}>
            Done
          </Button>
        }
      >
        Your account is deleted.
      </Callout>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Callout weight="info">You belong to no organization any more. Your ways on are below.</Callout>
      <WaitingInvitations shown={shown} code={code} />
      <Create shown={shown} code={code} />
      <Take shown={shown} code={code} />
      <End shown={shown} code={code} onGone={() => setGone(true)} />
      <Box>
        <Button onClick={onBack}>Sign in as somebody else</Button>
      </Box>
    </Box>
  );
}

interface PartProps {
  shown: Shown;
  code: ReactNode;
}

function Create({ shown, code }: PartProps) {
  const register = useRegister();
  const atAField = fieldFailure(register.error, 'organization');
  return (
    <Panel title="Create an organization" subtitle="With you as its owner, under the account that you have.">
      <FormFrame
        onSubmit={(typed) =>
          register.mutate({
            ...proof(shown, typed('otp').trim()),
            organization: typed('organization').trim(),
            // The account keeps the name that it has.
            name: shown.email.slice(0, 120),
            timeZone: ownTimeZone(),
          })
        }
      >
        <TextInput
          label="Organization"
          name="organization"
          autoComplete="organization"
          help="Your business, as colleagues know it."
          error={atAField}
        />
        {code}
        {register.error && atAField === undefined && (
          <FailureNotice {...sayFailure(register.error, 'The organization was not created. Try again.')} />
        )}
        <Button type="submit" variant="contained" disabled={register.isPending}>
          Create organization
        </Button>
      </FormFrame>
    </Panel>
  );
}

function Take({ shown, code }: PartProps) {
  const take = useLeftBehindData();
  return (
    <Panel title="Take your data with you" subtitle="One JSON file with your profile, sessions and letters.">
      <FormFrame onSubmit={(typed) => take.mutate(proof(shown, typed('otp').trim()))}>
        {code}
        <Box aria-live="polite" sx={{ '&:empty': { position: 'absolute' } }}>
          {take.isSuccess && <Callout weight="success">Your data are saved as a file.</Callout>}
        </Box>
        {take.error && <FailureNotice {...sayFailure(take.error, 'The file was not made. Try again.')} />}
        <Button type="submit" variant="outlined" disabled={take.isPending}>
          {take.isPending ? 'Making the file…' : 'Download my data'}
        </Button>
      </FormFrame>
    </Panel>
  );
}

function End({ shown, code, onGone }: PartProps & { onGone: () => void }) {
  const end = useDeleteLeftBehind();
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Delete your account">
      {asking ? (
        <FormFrame onSubmit={(typed) => end.mutate(proof(shown, typed('otp').trim()), { onSuccess: onGone })}>
          <Typography>
            This is final. Organizations that you belonged to keep their records: their audit logs, drafts and
            corrections still say your name.
          </Typography>
          {code}
          {end.error && (
            <FailureNotice {...sayFailure(end.error, 'Your account was not deleted. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
            <Button onClick={() => setAsking(false)} disabled={end.isPending}>
              Keep my account
            </Button>
            <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
              Delete my account for good
            </Button>
          </Box>
        </FormFrame>
      ) : (
        <Button color="error" variant="outlined" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
    </Panel>
  );
}
