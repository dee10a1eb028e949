/** Deleting one’s account takes the password, and naming the organizations that go along. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { fieldFailure, sayFailure } from '@/api/errors';
import { endSession } from '@/auth/session';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { ProofOfOneself } from '@/ui/ProofOfOneself';
import { Waiting } from '@/ui/Waiting';
import { ownOrganizations, useDeleteAccount } from './ownData';

interface AccountEndProps {
  email: string;
  onCancel: () => void;
}

export function AccountEnd({ email, onCancel }: AccountEndProps) {
  const { data, error, isFetching, refetch } = useQuery(ownOrganizations);
  const end = useDeleteAccount();
  const wrong = (field: string) => fieldFailure(end.error, field);
  const atAField = wrong('password') !== undefined || wrong('otp') !== undefined;
  if (!data) {
    return error ? (
      <FailureNotice
        {...sayFailure(error, 'Your organizations did not load.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Waiting label="Your organizations are loading" height={200} />
    );
  }
  const owned = data.items.filter((each) => each.role === 'owner');
  return (
    <FormFrame
      onSubmit={(typed) => {
        const otp = typed('otp').trim();
        const organizations = owned.map((each) => each.id).filter((id) => typed(id) === 'on');
        end.mutate(
          { password: typed('password'), organizations, ...(otp && { otp }) },
          { onSuccess: () => endSession('signed-out') },
        );
      }}
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
              control={<Checkbox name={each.id} />}
              label={`Delete ${each.name}`}
            />
          ))}
        </Box>
      )}
      <ProofOfOneself wrong={wrong} />
      {end.error && !atAField && (
        <FailureNotice {...sayFailure(end.error, 'Your account was not deleted. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 2 }}>
        <Button onClick={onCancel} disabled={end.isPending}>
          Keep my account
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
          Delete my account for good
        </Button>
      </Box>
    </FormFrame>
  );
}
