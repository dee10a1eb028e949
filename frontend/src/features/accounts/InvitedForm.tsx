/** Registers whoever opened an invitation: their address is known, so a name and a password are left to choose. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { codeOf, fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { PasswordInput } from '@/ui/PasswordInput';
import { TextInput } from '@/ui/TextInput';
import { CodeInput } from './CodeInput';
import { useRegister } from './queries';

interface InvitedFormProps {
  token: string;
  email: string;
  /** Called when the account is there and signed in. */
  onDone: () => void;
}

export function InvitedForm({ token, email, onDone }: InvitedFormProps) {
  const register = useRegister();
  const [asksForCode, setAsksForCode] = useState(false);
  const missesCode = codeOf(register.error) === 'otp_required';
  const wrong = (field: string) => fieldFailure(register.error, field);
  return (
    <FormFrame
      onSubmit={(typed) => {
        const otp = typed('otp').trim();
        const body = {
          name: typed('name').trim(),
          email,
          password: typed('password'),
          invitation: token,
          ...(otp !== '' && { otp }),
        };
        // Signing in may take this form off the page before it can be told; a failure stands above the fields.
        void register
          .mutateAsync(body)
          .then(onDone, (failure: unknown) =>
            setAsksForCode(asksForCode || codeOf(failure) === 'otp_required'),
          );
      }}
    >
      {/* Tells password managers whose password it will be. */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      {missesCode && <Callout weight="info">{sayFailure(register.error, '').message}</Callout>}
      {register.error && !missesCode && (
        <FailureNotice {...sayFailure(register.error, 'The account was not created. Try again.')} />
      )}
      <TextInput label="Name" name="name" autoComplete="name" error={wrong('name')} />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
        error={wrong('password')}
      />
      {asksForCode && <CodeInput help="Six digits from your authenticator app, or a recovery code." />}
      <Button type="submit" variant="contained" disabled={register.isPending}>
        Create account and join
      </Button>
    </FormFrame>
  );
}
