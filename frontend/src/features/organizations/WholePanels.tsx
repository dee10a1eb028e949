/** The organization as a whole: all of it as files, and its end. Both are an owner’s. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { endSession } from '@/auth/session';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Panel } from '@/ui/Panel';
import { ProofOfOneself } from '@/ui/ProofOfOneself';
import { TextInput } from '@/ui/TextInput';
import { useDeleteOrganization, useExport } from './whole';

interface WholeProps {
  account: Schemas['Account'];
}

export function WholePanels({ account }: WholeProps) {
  const may = (permission: string) => account.permissions.includes(permission) && !account.sample;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', mt: 4 }}>
      {may('organization.export') && <ExportPanel account={account} />}
      {may('organization.delete') && <EndPanel account={account} />}
    </Box>
  );
}

function ExportPanel({ account }: WholeProps) {
  const [asking, setAsking] = useState(false);
  const made = useExport(account.organization.id);
  const wrong = (field: string) => fieldFailure(made.error, field);
  const atAField = wrong('password') !== undefined || wrong('otp') !== undefined;
  return (
    <Panel title="Export everything">
      <Typography sx={{ mb: 4 }}>
        One ZIP file with every table of {account.farmName} as CSV: your rows as they were synced, ready to be
        synced again, and settings, drafts, corrections, runs, rejected rows, members and the audit log.
      </Typography>
      <Box aria-live="polite">
        {made.isSuccess && !asking && (
          <Box sx={{ mb: 4 }}>
            <Callout weight="success">The download has begun.</Callout>
          </Box>
        )}
      </Box>
      {asking ? (
        <FormFrame
          onSubmit={(typed) => {
            const otp = typed('otp').trim();
            made.mutate(
              { password: typed('password'), ...(otp && { otp }) },
              { onSuccess: () => setAsking(false) },
            );
          }}
        >
          <ProofOfOneself wrong={wrong} />
          {made.error && !atAField && (
            <FailureNotice {...sayFailure(made.error, 'The export was not made. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
            <Button onClick={() => setAsking(false)} disabled={made.isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" disabled={made.isPending}>
              Download
            </Button>
          </Box>
        </FormFrame>
      ) : (
        <Button variant="outlined" onClick={() => setAsking(true)}>
          Export everything
        </Button>
      )}
    </Panel>
  );
}

function EndPanel({ account }: WholeProps) {
  const [asking, setAsking] = useState(false);
  const end = useDeleteOrganization(account.organization.id);
  const wrong = (field: string) => fieldFailure(end.error, field);
  const atAField = ['name', 'password', 'otp'].some((field) => wrong(field) !== undefined);
  return (
    <Panel title="Delete organization">
      <Typography sx={{ mb: 4 }}>
        This is final: rows, settings, drafts, conversations, keys and the audit log of {account.farmName} are
        removed, and nobody enters it any more. Its members keep their accounts. Export everything first if
        you may need it.
      </Typography>
      {asking ? (
        <FormFrame
          onSubmit={(typed) => {
            const otp = typed('otp').trim();
            end.mutate(
              { name: typed('name'), password: typed('password'), ...(otp && { otp }) },
              { onSuccess: () => endSession('signed-out') },
            );
          }}
        >
          <TextInput
            label={`Type ${account.farmName}`}
            name="name"
            autoComplete="off"
            help="Letter for letter, so that it is not another one."
            error={wrong('name')}
          />
          <ProofOfOneself wrong={wrong} />
          {end.error && !atAField && (
            <FailureNotice {...sayFailure(end.error, 'The organization was not deleted. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
            <Button onClick={() => setAsking(false)} disabled={end.isPending}>
              Keep it
            </Button>
            <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
              Delete for good
            </Button>
          </Box>
        </FormFrame>
      ) : (
        <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
          Delete this organization
        </Button>
      )}
    </Panel>
  );
}
