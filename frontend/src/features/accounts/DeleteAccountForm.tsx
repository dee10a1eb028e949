/**
 * Deletes the account. Requires the password and confirmation of the organizations that are deleted with it.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { endSession } from '@/auth/session';
import { t } from '@/messages/en/account_security';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { ReauthFields } from '@/ui/ReauthFields';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { accountOrganizationsQuery, useDeleteAccount } from './accountDataQueries';

interface DeleteAccountFormProps {
  email: string;
  onCancel: () => void;
}

export function DeleteAccountForm({ email, onCancel }: DeleteAccountFormProps) {
  const { data, error, isFetching, refetch } = useQuery(accountOrganizationsQuery);
  const deleteAccount = useDeleteAccount();
  const form = useTypedForm({
    fields: ['otp', 'password'],
    lists: ['organizations'],
    failure: deleteAccount.error,
  });
  if (!data) {
    return error ? (
      <ErrorAlert
        {...errorText(error, t('couldntLoadYourOrganizations'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingPlaceholder label={t('yourOrganizationsAreLoading')} height={200} />
    );
  }
  const owned = data.items.filter((each) => each.role === 'owner');
  return (
    <Form
      onSubmit={form.handleSubmit((values) => {
        const otp = values.otp.trim();
        deleteAccount.mutate(
          { password: values.password, organizations: values.organizations, ...(otp && { otp }) },
          { onSuccess: () => endSession('signed-out') },
        );
      })}
    >
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Typography>{t('thisCantBeUndoneYourProfile')}</Typography>
      {owned.length > 0 && (
        <Box role="group" aria-label={t('organizationsToDelete')}>
          <Typography>{t('organizationsWithoutOtherMembersAreDeleted')}</Typography>
          {owned.map((each) => (
            <FormControlLabel
              key={each.id}
              sx={{ display: 'flex' }}
              control={<Checkbox name="organizations" value={each.id} />}
              label={t('delete', { name: each.name })}
            />
          ))}
        </Box>
      )}
      <ReauthFields field={form.field} />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(deleteAccount.error, t('couldntDeleteYourAccountTryAgain'))} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
        <Button onClick={onCancel} disabled={deleteAccount.isPending}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={deleteAccount.isPending}>
          {t('deleteMyAccountPermanently')}
        </Button>
      </Box>
    </Form>
  );
}
