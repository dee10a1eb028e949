/**
 * Options for a user without an organization: accept an invitation, create an organization, export data,
 * delete the account.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { browserTimeZone } from '@/lib/timeZones';
import { t } from '@/messages/en/sign_in';
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
  /** Whether MFA is enabled. A code works once, so each action needs a new one. */
  requiresCode: boolean;
  /** Signs in as someone else. */
  onBack: () => void;
}

export function UnaffiliatedAccount({ credentials, requiresCode, onBack }: UnaffiliatedAccountProps) {
  const [gone, setGone] = useState(false);
  const code = requiresCode && (
    <TextInput label={t('code')} name="otp" autoComplete="one-time-code" help={t('theNext6DigitsFromYour')} />
  );
  if (gone) {
    return (
      <Callout
        severity="success"
        action={
          <Button size="small" onClick={onBack}>
            {t('done')}
          </Button>
        }
      >
        {t('yourAccountHasBeenDeleted')}
      </Callout>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Callout severity="info">{t('youNoLongerBelongToAn')}</Callout>
      <PendingInvitations credentials={credentials} codeInput={code} />
      <CreateOrganization credentials={credentials} codeInput={code} />
      <ExportAccount credentials={credentials} codeInput={code} />
      <DeleteAccount credentials={credentials} codeInput={code} onGone={() => setGone(true)} />
      <Box>
        <Button onClick={onBack}>{t('useAnotherAccount')}</Button>
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
    <Panel title={t('createAnOrganization')} subtitle={t('youKeepYourAccountAndBecome')}>
      <Form
        onSubmit={form.handleSubmit((values) =>
          register.mutate({
            ...withCode(credentials, values.otp.trim()),
            organization: values.organization.trim(),
            // The account's name is not changed.
            name: credentials.email.slice(0, 120),
            timeZone: browserTimeZone(),
          }),
        )}
      >
        <TextInput
          label={t('organization')}
          {...form.field('organization')}
          autoComplete="organization"
          help={t('yourBusinessNameAsColleaguesKnow')}
        />
        {codeInput}
        {register.error && form.field('organization').error === undefined && (
          <ErrorAlert {...errorText(register.error, t('couldntCreateTheOrganizationTryAgain'))} />
        )}
        <Button type="submit" variant="contained" disabled={register.isPending}>
          {t('createOrganization')}
        </Button>
      </Form>
    </Panel>
  );
}

function ExportAccount({ credentials, codeInput }: SectionProps) {
  const exportData = useExportUnaffiliatedAccount();
  const form = useTypedForm({ fields: ['otp'], failure: exportData.error });
  return (
    <Panel title={t('yourData')} subtitle={t('accountDataFile')}>
      <Form
        onSubmit={form.handleSubmit((values) => exportData.mutate(withCode(credentials, values.otp.trim())))}
      >
        {codeInput}
        <Box aria-live="polite" sx={{ '&:empty': { position: 'absolute' } }}>
          {exportData.isSuccess && <Callout severity="success">{t('yourDataHasBeenDownloaded')}</Callout>}
        </Box>
        {exportData.error && (
          <ErrorAlert {...errorText(exportData.error, t('couldntCreateTheFileTryAgain'))} />
        )}
        <Button type="submit" variant="outlined" disabled={exportData.isPending}>
          {exportData.isPending ? t('preparingFile') : t('downloadMyData')}
        </Button>
      </Form>
    </Panel>
  );
}

function DeleteAccount({ credentials, codeInput, onGone }: SectionProps & { onGone: () => void }) {
  const deleteAccount = useDeleteUnaffiliatedAccount();
  const form = useTypedForm({ fields: ['otp'], failure: deleteAccount.error });
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <Panel title={t('deleteYourAccount')}>
      {isConfirming ? (
        <Form
          onSubmit={form.handleSubmit((values) =>
            deleteAccount.mutate(withCode(credentials, values.otp.trim()), { onSuccess: onGone }),
          )}
        >
          <Typography>{t('thisCantBeUndoneYourFormer')}</Typography>
          {codeInput}
          {deleteAccount.error && (
            <ErrorAlert {...errorText(deleteAccount.error, t('couldntDeleteYourAccountTryAgain'))} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
            <Button onClick={() => setIsConfirming(false)} disabled={deleteAccount.isPending}>
              {t('cancel')}
            </Button>
            <Button type="submit" variant="contained" color="error" disabled={deleteAccount.isPending}>
              {t('deleteMyAccountPermanently')}
            </Button>
          </Box>
        </Form>
      ) : (
        <Button color="error" variant="outlined" onClick={() => setIsConfirming(true)}>
          {t('deleteMyAccount')}
        </Button>
      )}
    </Panel>
  );
}
