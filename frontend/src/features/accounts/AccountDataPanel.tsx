/** The user’s own data: export all of it, or delete the account. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { t } from '@/messages/en/account_security';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { DeleteAccountForm } from './DeleteAccountForm';
import { AccountPanel } from './AccountPanel';
import { useExportAccount } from './accountDataQueries';

export function AccountDataPanel() {
  return (
    <AccountPanel title={t('yourData')} subtitle={t('downloadOrDeleteYourData')} height={160}>
      {(account) =>
        account.sample ? (
          <EmptyState>{t('theDemoAccountIsSharedYou')}</EmptyState>
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
      <Typography>{t('oneJsonFileWithYourProfile')}</Typography>
      <Box aria-live="polite">
        {save.isSuccess && <Callout severity="success">{t('yourDataHasBeenDownloaded')}</Callout>}
      </Box>
      {save.error && <ErrorAlert {...errorText(save.error, t('couldntCreateTheFileTryAgain'))} />}
      {ending ? (
        <DeleteAccountForm email={email} onCancel={() => setEnding(false)} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button variant="outlined" disabled={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? t('preparingFile') : t('downloadMyData')}
          </Button>
          <Button color="error" onClick={() => setEnding(true)}>
            {t('deleteMyAccount')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
