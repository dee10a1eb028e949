/** Changes the user's password. Errors appear at their field. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/accounts';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { PasswordInput } from '@/ui/PasswordInput';
import { AccountPanel } from './AccountPanel';
import { useChangePassword } from './sessionQueries';

export function PasswordPanel() {
  return (
    <AccountPanel title={t('password')} subtitle={t('changingYourPasswordEndsYourOther')} height={260}>
      {({ sample, email }) =>
        sample ? (
          <EmptyState>{t('theDemoAccountsPasswordIsPublic')}</EmptyState>
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
      {/* Links the password to its account for password managers. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordInput
        label={t('currentPassword')}
        {...form.field('currentPassword')}
        autoComplete="current-password"
      />
      <PasswordInput
        label={t('newPassword')}
        {...form.field('newPassword')}
        autoComplete="new-password"
        minLength={8}
        help={t('atLeast8CharactersAFew')}
      />
      <Box aria-live="polite">
        {change.data && <Callout severity="success">{change.data.message}</Callout>}
        {change.error && form.hasFieldError && (
          <Callout severity="error">{t('yourPasswordWasNotChanged')}</Callout>
        )}
      </Box>
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(change.error, t('couldntChangeYourPasswordTryAgain'))} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={change.isPending}>
          {t('changePassword')}
        </Button>
      </Box>
    </Form>
  );
}
