/** Who the person is to their colleagues: the e-mail they sign in with, and their name to change. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { AccountPanel } from './AccountPanel';
import { Known } from './Known';
import { useRename } from './queries';

const UnverifiedEmail = lazy(() =>
  import('./UnverifiedEmail').then((form) => ({ default: form.UnverifiedEmail })),
);

export function ProfilePanel() {
  const rename = useRename();
  return (
    <AccountPanel title="Profile" height={188}>
      {(account) => (
        <FormFrame onSubmit={(typed) => rename.mutate(typed('name').trim())}>
          <Known facts={[['E-mail', account.email]]} />
          {!account.emailVerified && (
            <Suspense fallback={null}>
              <UnverifiedEmail />
            </Suspense>
          )}
          <TextInput
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={account.name}
            error={fieldFailure(rename.error, 'name')}
          />
          <Box aria-live="polite">
            {rename.isSuccess && <Callout weight="success">Your name is saved.</Callout>}
          </Box>
          {rename.error && (
            <FailureNotice {...sayFailure(rename.error, 'Your name was not saved. Try again.')} />
          )}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
            <Button type="submit" variant="contained" disabled={rename.isPending}>
              Save name
            </Button>
          </Box>
        </FormFrame>
      )}
    </AccountPanel>
  );
}
