/** Changes the user’s own password; what is wrong stands at its field. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { PasswordInput } from '@/ui/PasswordInput';
import { AccountPanel } from './AccountPanel';
import { useChangePassword } from './sessionQueries';

export function PasswordPanel() {
  return (
    <AccountPanel title="Password" subtitle="A new one ends your other sessions." height={260}>
      {({ sample, email }) =>
        sample ? (
          <EmptyState>The demo’s password is public and stays as it is.</EmptyState>
        ) : (
          <PasswordForm email={email} />
        )
      }
    </AccountPanel>
  );
}

function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const form = useTypedForm({ fields: ['currentPassword', 'newPassword'], failure: change.error });
  return (
    <Form
      onSubmit={form.handleSubmit((values, element) =>
        change.mutate(
          { currentPassword: values.currentPassword, newPassword: values.newPassword },
          { onSuccess: () => element.reset() },
        ),
      )}
    >
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        {...form.field('currentPassword')}
        autoComplete="current-password"
      />
      <PasswordInput
        label="New password"
        {...form.field('newPassword')}
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
      />
      <Box aria-live="polite">
        {change.data && <Callout severity="success">{change.data.message}</Callout>}
        {change.error && form.hasFieldError && (
          <Callout severity="error">Your password was not changed.</Callout>
        )}
      </Box>
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(change.error, 'Your password was not changed. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          Change password
        </Button>
      </Box>
    </Form>
  );
}
