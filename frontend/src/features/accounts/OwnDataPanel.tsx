/** One’s own data: everything as a file, and the end of the account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { AccountEnd } from './AccountEnd';
import { AccountPanel } from './AccountPanel';
import { useOwnData } from './ownData';

export function OwnDataPanel() {
  return (
    <AccountPanel title="Your data" subtitle="Take it with you, or have it deleted." height={160}>
      {(account) =>
        account.sample ? (
          <Notice>The demo is open to everybody, so its account is nobody’s own and stays.</Notice>
        ) : (
          <OwnData email={account.email} />
        )
      }
    </AccountPanel>
  );
}

function OwnData({ email }: { email: string }) {
  const save = useOwnData();
  const [ending, setEnding] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Typography>
        One JSON file with your profile, sessions, letters, conversations with Sprout AI, the keys you made
        and what audit logs tell of you. Passwords and secrets are not in it.
      </Typography>
      <Box aria-live="polite">
        {save.isSuccess && <Callout weight="success">Your data are saved as a file.</Callout>}
      </Box>
      {save.error && <FailureNotice {...sayFailure(save.error, 'The file was not made. Try again.')} />}
      {ending ? (
        <AccountEnd email={email} onCancel={() => setEnding(false)} />
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
