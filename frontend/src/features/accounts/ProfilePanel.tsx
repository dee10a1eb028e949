/** Who the person is to their colleagues: the e-mail they sign in with, and their name to change. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
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
    <AccountPanel title="Profile" height={188}>
      {(account) => (
        <Form onSubmit={form.handleSubmit((values) => rename.mutate(values.name.trim()))}>
          <ReadOnlyField fields={[['E-mail', account.email]]} />
          {!account.emailVerified && (
            <Suspense fallback={null}>
              <UnverifiedEmail />
            </Suspense>
          )}
          <TextInput label="Name" {...form.field('name')} autoComplete="name" defaultValue={account.name} />
          <Box aria-live="polite">
            {rename.isSuccess && <Callout severity="success">Your name is saved.</Callout>}
          </Box>
          {rename.error && <ErrorAlert {...errorText(rename.error, 'Your name was not saved. Try again.')} />}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button type="submit" variant="contained" disabled={rename.isPending}>
              Save name
            </Button>
          </Box>
        </Form>
      )}
    </AccountPanel>
  );
}
