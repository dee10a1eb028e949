/** What is left to someone who is not in any organization: an invitation, one of their own, their data, the end of their account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { browserTimeZone } from '@/lib/timeZones';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { useDeleteUnaffiliatedAccount, useExportUnaffiliatedAccount } from './unaffiliatedQueries';
import { useRegister } from './queries';
import { withCode, type Credentials } from './credentials';
import { PendingInvitations } from './PendingInvitations';

interface UnaffiliatedAccountProps {
  credentials: Credentials;
  /** MFA is on: a code works once, so each of these takes the next one. */
  requiresCode: boolean;
  /** To sign in as someone else. */
  onBack: () => void;
}

export function UnaffiliatedAccount({ credentials, requiresCode, onBack }: UnaffiliatedAccountProps) {
  const [gone, setGone] = useState(false);
  const code = requiresCode && (
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
        severity="success"
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
      <Callout severity="info">You belong to no organization any more. Your ways on are below.</Callout>
      <PendingInvitations credentials={credentials} codeInput={code} />
      <CreateOrganization credentials={credentials} codeInput={code} />
      <ExportAccount credentials={credentials} codeInput={code} />
      <DeleteAccount credentials={credentials} codeInput={code} onGone={() => setGone(true)} />
      <Box>
        <Button onClick={onBack}>Sign in as somebody else</Button>
      </Box>
    </Box>
  );
}

interface SectionProps {
  credentials: Credentials;
  codeInput: ReactNode;
}

function CreateOrganization({ credentials, codeInput }: SectionProps) {
  const register = useRegister();
  const form = useTypedForm({ fields: ['organization', 'otp'], failure: register.error });
  return (
    <Panel title="Create an organization" subtitle="With you as its owner, under the account that you have.">
      <Form
        onSubmit={form.handleSubmit((values) =>
          register.mutate({
            ...withCode(credentials, values.otp.trim()),
            organization: values.organization.trim(),
            // The account keeps the name that it has.
            name: credentials.email.slice(0, 120),
            timeZone: browserTimeZone(),
          }),
        )}
      >
        <TextInput
          label="Organization"
          {...form.field('organization')}
          autoComplete="organization"
          help="Your business, as colleagues know it."
        />
        {codeInput}
        {register.error && form.field('organization').error === undefined && (
          <ErrorAlert {...errorText(register.error, 'The organization was not created. Try again.')} />
        )}
        <Button type="submit" variant="contained" disabled={register.isPending}>
          Create organization
        </Button>
      </Form>
    </Panel>
  );
}

function ExportAccount({ credentials, codeInput }: SectionProps) {
  const take = useExportUnaffiliatedAccount();
  const form = useTypedForm({ fields: ['otp'], failure: take.error });
  return (
    <Panel title="Take your data with you" subtitle="One JSON file with your profile, sessions and letters.">
      <Form onSubmit={form.handleSubmit((values) => take.mutate(withCode(credentials, values.otp.trim())))}>
        {codeInput}
        <Box aria-live="polite" sx={{ '&:empty': { position: 'absolute' } }}>
          {take.isSuccess && <Callout severity="success">Your data are saved as a file.</Callout>}
        </Box>
        {take.error && <ErrorAlert {...errorText(take.error, 'The file was not made. Try again.')} />}
        <Button type="submit" variant="outlined" disabled={take.isPending}>
          {take.isPending ? 'Making the file…' : 'Download my data'}
        </Button>
      </Form>
    </Panel>
  );
}

function DeleteAccount({ credentials, codeInput, onGone }: SectionProps & { onGone: () => void }) {
  const end = useDeleteUnaffiliatedAccount();
  const form = useTypedForm({ fields: ['otp'], failure: end.error });
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Panel title="Delete your account">
      {isConfirming ? (
        <Form
          onSubmit={form.handleSubmit((values) =>
            end.mutate(withCode(credentials, values.otp.trim()), { onSuccess: onGone }),
          )}
        >
          <Typography>
            This is final. Organizations that you belonged to keep their records: their audit logs, drafts and
            corrections still say your name.
          </Typography>
          {codeInput}
          {end.error && <ErrorAlert {...errorText(end.error, 'Your account was not deleted. Try again.')} />}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
            <Button onClick={() => setIsConfirming(false)} disabled={end.isPending}>
              Keep my account
            </Button>
            <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
              Delete my account for good
            </Button>
          </Box>
        </Form>
      ) : (
        <Button color="error" variant="outlined" onClick={() => setIsConfirming(true)}>
          Delete my account
        </Button>
      )}
    </Panel>
  );
}
