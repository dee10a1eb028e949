/** The organization as a whole: all of it as files, and its end. Both are an owner’s. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { endSession } from '@/auth/session';
import { hasPermission, type Permission } from '@/lib/permissions';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Panel } from '@/ui/Panel';
import { ReauthFields } from '@/ui/ReauthFields';
import { TextInput } from '@/ui/TextInput';
import { useDeleteOrganization, useExportOrganization } from './dangerZoneQueries';

interface DangerZoneProps {
  account: Schemas['Account'];
}

export function DangerZone({ account }: DangerZoneProps) {
  const may = (permission: Permission) => hasPermission(account.permissions, permission) && !account.sample;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)', mt: 4 }}>
      {may('organization.export') && <ExportPanel account={account} />}
      {may('organization.delete') && <DeletePanel account={account} />}
    </Box>
  );
}

function ExportPanel({ account }: DangerZoneProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const made = useExportOrganization(account.organization.id);
  const form = useTypedForm({ fields: ['otp', 'password'], failure: made.error });
  return (
    <Panel title="Export everything">
      <Typography sx={{ mb: 4 }}>
        One ZIP file with every table of {account.farmName} as CSV: your rows as they were synced, ready to be
        synced again, and settings, drafts, corrections, runs, rejected rows, members and the audit log.
      </Typography>
      <Box aria-live="polite">
        {made.isSuccess && !isConfirming && (
          <Box sx={{ mb: 4 }}>
            <Callout severity="success">The download has begun.</Callout>
          </Box>
        )}
      </Box>
      {isConfirming ? (
        <Form
          onSubmit={form.handleSubmit((values) => {
            const otp = values.otp.trim();
            made.mutate(
              { password: values.password, ...(otp && { otp }) },
              { onSuccess: () => setIsConfirming(false) },
            );
          })}
        >
          <ReauthFields field={form.field} />
          {form.formError !== undefined && (
            <ErrorAlert {...errorText(made.error, 'The export was not made. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
            <Button onClick={() => setIsConfirming(false)} disabled={made.isPending}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" disabled={made.isPending}>
              Download
            </Button>
          </Box>
        </Form>
      ) : (
        <Button variant="outlined" onClick={() => setIsConfirming(true)}>
          Export everything
        </Button>
      )}
    </Panel>
  );
}

function DeletePanel({ account }: DangerZoneProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const end = useDeleteOrganization(account.organization.id);
  const form = useTypedForm({ fields: ['name', 'otp', 'password'], failure: end.error });
  return (
    <Panel title="Delete organization">
      <Typography sx={{ mb: 4 }}>
        This is final: rows, settings, drafts, conversations, keys and the audit log of {account.farmName} are
        removed, and nobody enters it any more. Its members keep their accounts. Export everything first if
        you may need it.
      </Typography>
      {isConfirming ? (
        <Form
          onSubmit={form.handleSubmit((values) => {
            const otp = values.otp.trim();
            end.mutate(
              { name: values.name, password: values.password, ...(otp && { otp }) },
              { onSuccess: () => endSession('signed-out') },
            );
          })}
        >
          <TextInput
            label={`Type ${account.farmName}`}
            {...form.field('name')}
            autoComplete="off"
            help="Letter for letter, so that it is not another one."
          />
          <ReauthFields field={form.field} />
          {form.formError !== undefined && (
            <ErrorAlert {...errorText(end.error, 'The organization was not deleted. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
            <Button onClick={() => setIsConfirming(false)} disabled={end.isPending}>
              Keep it
            </Button>
            <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
              Delete for good
            </Button>
          </Box>
        </Form>
      ) : (
        <Button variant="outlined" color="error" onClick={() => setIsConfirming(true)}>
          Delete this organization
        </Button>
      )}
    </Panel>
  );
}
