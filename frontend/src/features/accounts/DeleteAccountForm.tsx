/** Deleting one’s account takes the password, and naming the organizations that go along. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { endSession } from '@/auth/session';
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
  const end = useDeleteAccount();
  const form = useTypedForm({ fields: ['otp', 'password'], lists: ['organizations'], failure: end.error });
  if (!data) {
    return error ? (
      <ErrorAlert
        {...errorText(error, 'Your organizations did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingPlaceholder label="Your organizations are loading" height={200} />
    );
  }
  const owned = data.items.filter((each) => each.role === 'owner');
  return (
    <Form
      onSubmit={form.handleSubmit((values) => {
        const otp = values.otp.trim();
        end.mutate(
          { password: values.password, organizations: values.organizations, ...(otp && { otp }) },
          { onSuccess: () => endSession('signed-out') },
        );
      })}
    >
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <Typography>
        This is final. Your profile, sessions and conversations go at once, and the keys that you made stop
        working. Organizations that remain keep their records: their audit logs, drafts and corrections still
        say your name.
      </Typography>
      {owned.length > 0 && (
        <Box role="group" aria-label="Organizations to delete">
          <Typography>Where nobody else belongs to it, the organization goes too:</Typography>
          {owned.map((each) => (
            <FormControlLabel
              key={each.id}
              sx={{ display: 'flex' }}
              control={<Checkbox name="organizations" value={each.id} />}
              label={`Delete ${each.name}`}
            />
          ))}
        </Box>
      )}
      <ReauthFields field={form.field} />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(end.error, 'Your account was not deleted. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
        <Button onClick={onCancel} disabled={end.isPending}>
          Keep my account
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
          Delete my account for good
        </Button>
      </Box>
    </Form>
  );
}
