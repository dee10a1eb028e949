/** Exports or deletes the organization. For owners only. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { endSession } from '@/auth/session';
import { hasPermission, type Permission } from '@/lib/permissions';
import { t } from '@/messages/en/organizations';
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
  const exportOrganization = useExportOrganization(account.organization.id);
  const form = useTypedForm({ fields: ['otp', 'password'], failure: exportOrganization.error });
  return (
    <Panel title={t('exportAllData')}>
      <Typography sx={{ mb: 4 }}>{t('oneZipFileWithEveryTable', { farmName: account.farmName })}</Typography>
      <Box aria-live="polite">
        {exportOrganization.isSuccess && !isConfirming && (
          <Box sx={{ mb: 4 }}>
            <Callout severity="success">{t('downloadStarted')}</Callout>
          </Box>
        )}
      </Box>
      {isConfirming ? (
        <Form
          onSubmit={form.handleSubmit((values) => {
            const otp = values.otp.trim();
            exportOrganization.mutate(
              { password: values.password, ...(otp && { otp }) },
              { onSuccess: () => setIsConfirming(false) },
            );
          })}
        >
          <ReauthFields field={form.field} />
          {form.formError !== undefined && (
            <ErrorAlert {...errorText(exportOrganization.error, t('couldntCreateTheExportTryAgain'))} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
            <Button onClick={() => setIsConfirming(false)} disabled={exportOrganization.isPending}>
              {t('cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={exportOrganization.isPending}>
              {t('download')}
            </Button>
          </Box>
        </Form>
      ) : (
        <Button variant="outlined" onClick={() => setIsConfirming(true)}>
          {t('exportAllData')}
        </Button>
      )}
    </Panel>
  );
}

function DeletePanel({ account }: DangerZoneProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const deleteOrganization = useDeleteOrganization(account.organization.id);
  const form = useTypedForm({ fields: ['name', 'otp', 'password'], failure: deleteOrganization.error });
  return (
    <Panel title={t('deleteOrganization')}>
      <Typography sx={{ mb: 4 }}>{t('thisCantBeUndoneAllData', { farmName: account.farmName })}</Typography>
      {isConfirming ? (
        <Form
          onSubmit={form.handleSubmit((values) => {
            const otp = values.otp.trim();
            deleteOrganization.mutate(
              { name: values.name, password: values.password, ...(otp && { otp }) },
              { onSuccess: () => endSession('signed-out') },
            );
          })}
        >
          <TextInput
            label={t('type', { farmName: account.farmName })}
            {...form.field('name')}
            autoComplete="off"
            help={t('typeTheExactNameToConfirm')}
          />
          <ReauthFields field={form.field} />
          {form.formError !== undefined && (
            <ErrorAlert {...errorText(deleteOrganization.error, t('couldntDeleteTheOrganizationTryAgain'))} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
            <Button onClick={() => setIsConfirming(false)} disabled={deleteOrganization.isPending}>
              {t('cancel')}
            </Button>
            <Button type="submit" variant="contained" color="error" disabled={deleteOrganization.isPending}>
              {t('deletePermanently')}
            </Button>
          </Box>
        </Form>
      ) : (
        <Button variant="outlined" color="error" onClick={() => setIsConfirming(true)}>
          {t('deleteOrganization')}
        </Button>
      )}
    </Panel>
  );
}
