/** The user’s own data: everything as a file, and the end of the account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { DeleteAccountForm } from './DeleteAccountForm';
import { AccountPanel } from './AccountPanel';
import { useExportAccount } from './accountDataQueries';

export function AccountDataPanel() {
  return (
    <AccountPanel title="Your data" subtitle="Take it with you, or have it deleted." height={160}>
      {(account) =>
        account.sample ? (
          <EmptyState>The demo is open to everybody, so its account is nobody’s own and stays.</EmptyState>
        ) : (
          <AccountData email={account.email} />
        )
      }
    </AccountPanel>
  );
}

function AccountData({ email }: { email: string }) {
  const save = useExportAccount();
  const [ending, setEnding] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Typography>
        One JSON file with your profile, sessions, letters, conversations with Sprout AI, the keys you made
        and what audit logs tell of you. Passwords and secrets are not in it.
      </Typography>
      <Box aria-live="polite">
        {save.isSuccess && <Callout severity="success">Your data are saved as a file.</Callout>}
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, 'The file was not made. Try again.')} />}
      {ending ? (
        <DeleteAccountForm email={email} onCancel={() => setEnding(false)} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button variant="outlined" disabled={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? 'Making the file…' : 'Download my data'}
          </Button>
          <Button color="error" onClick={() => setEnding(true)}>
            Delete my account
          </Button>
        </Box>
      )}
    </Box>
  );
}
