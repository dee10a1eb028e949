/** Turning two-step sign-in off takes the password and a code. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { fieldFailure, sayFailure } from '@/api/errors';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { ProofOfOneself } from '@/ui/ProofOfOneself';
import { useEndMfa } from './mfa';

interface MfaEndProps {
  email: string;
  onDone: () => void;
}

export function MfaEnd({ email, onDone }: MfaEndProps) {
  const end = useEndMfa();
  const wrong = (field: string) => fieldFailure(end.error, field);
  const atAField = wrong('password') !== undefined || wrong('otp') !== undefined;
  return (
    <FormFrame
      onSubmit={(typed) =>
        end.mutate({ password: typed('password'), otp: typed('otp').trim() }, { onSuccess: onDone })
      }
    >
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <ProofOfOneself wrong={wrong} needsCode />
      {end.error && !atAField && (
        <FailureNotice {...sayFailure(end.error, 'It was not turned off. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button onClick={onDone} disabled={end.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
          Turn off
        </Button>
      </Box>
    </FormFrame>
  );
}
