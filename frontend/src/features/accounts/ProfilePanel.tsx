/** Profile: email and editable name. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/accounts';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import { AccountPanel } from './AccountPanel';
import { ReadOnlyField } from './ReadOnlyField';
import { useRenameAccount } from './queries';

const UnverifiedEmail = lazy(() =>
  import('./UnverifiedEmail').then((form) => ({ default: form.UnverifiedEmail })),
);

export function ProfilePanel() {
  const rename = useRenameAccount();
  const form = useTypedForm({ fields: ['name'], failure: rename.error });
  return (
    <AccountPanel title={t('profile')} height={188}>
      {(account) => (
        <Form warnsOnLeave onSubmit={form.handleSubmit((values) => rename.mutate(values.name.trim()))}>
          <ReadOnlyField fields={[[t('email'), account.email]]} />
          {!account.emailVerified && (
            <Suspense fallback={null}>
              <UnverifiedEmail />
            </Suspense>
          )}
          <TextInput
            label={t('name')}
            {...form.field('name')}
            autoComplete="name"
            defaultValue={account.name}
          />
          <Box aria-live="polite">
            {rename.isSuccess && <Callout severity="success">{t('nameSaved')}</Callout>}
          </Box>
          {rename.error && <ErrorAlert {...errorText(rename.error, t('couldntSaveYourNameTryAgain'))} />}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button type="submit" variant="contained" disabled={rename.isPending}>
              {t('saveName')}
            </Button>
          </Box>
        </Form>
      )}
    </AccountPanel>
  );
}
