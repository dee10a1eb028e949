/** Changes the person's own password; what is wrong stands at its field. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Notice } from '@/ui/Notice';
import { PasswordInput } from '@/ui/PasswordInput';
import { AccountPanel } from './AccountPanel';
import { useChangePassword } from './ownSessions';

export function PasswordPanel() {
  return (
    <AccountPanel title="Password" subtitle="A new one ends your other sessions." height={260}>
      {({ sample, email }) =>
        sample ? (
          <Notice>The demo’s password is public and stays as it is.</Notice>
        ) : (
          <PasswordForm email={email} />
        )
      }
    </AccountPanel>
  );
}

function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const wrong = (field: string) => fieldFailure(change.error, field);
  const atAField = wrong('currentPassword') !== undefined || wrong('newPassword') !== undefined;
  return (
    <FormFrame
      onSubmit={(typed, form) =>
        change.mutate(
          { currentPassword: typed('currentPassword'), newPassword: typed('newPassword') },
          { onSuccess: () => form.reset() },
        )
      }
    >
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={wrong('currentPassword')}
      />
      <PasswordInput
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
        error={wrong('newPassword')}
      />
      <Box aria-live="polite">
        {change.data && <Callout weight="success">{change.data.message}</Callout>}
        {change.error && atAField && <Callout weight="error">Your password was not changed.</Callout>}
      </Box>
      {change.error && !atAField && (
        <FailureNotice {...sayFailure(change.error, 'Your password was not changed. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          Change password
        </Button>
      </Box>
    </FormFrame>
  );
}
