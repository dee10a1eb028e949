/** Registering, in whichever way: its name and password fields, and a code where somebody returns who has two-step sign-in on. Errors stand at their field. */
import Button from '@mui/material/Button';
import type { Schemas } from '@sprout/client';
import { useState, type ReactNode } from 'react';
import { codeOf, fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { PasswordInput } from '@/ui/PasswordInput';
import { TextInput } from '@/ui/TextInput';
import { CodeInput } from './CodeInput';
import { useRegister } from './queries';

type Typed = (field: string) => string;
/** What is wrong with a field, in words. */
type Wrong = (field: string) => string | undefined;

interface RegistrationFormProps {
  /** The words of its button. */
  action: string;
  /** The fields above the name. */
  first: (wrong: Wrong) => ReactNode;
  /** The fields between the name and the password. */
  between?: (wrong: Wrong) => ReactNode;
  /** What is sent beside name, password and code. */
  body: (typed: Typed) => Omit<Schemas['Register'], 'name' | 'password' | 'otp'>;
  /** Called when the account is there and signed in. */
  onDone?: () => void;
}

export function RegistrationForm({ action, first, between, body, onDone }: RegistrationFormProps) {
  const register = useRegister();
  const [asksForCode, setAsksForCode] = useState(false);
  const missesCode = codeOf(register.error) === 'otp_required';
  const wrong: Wrong = (field) => fieldFailure(register.error, field);
  return (
    <FormFrame
      onSubmit={(typed) => {
        const otp = typed('otp').trim();
        const all = {
          ...body(typed),
          name: typed('name').trim(),
          password: typed('password'),
          ...(otp !== '' && { otp }),
        };
        // Signing in may take this form off the page before it can be told; a failure stands above the fields.
        void register
          .mutateAsync(all)
          .then(onDone, (failure: unknown) =>
            setAsksForCode(asksForCode || codeOf(failure) === 'otp_required'),
          );
      }}
    >
      {missesCode && <Callout weight="info">{sayFailure(register.error, '').message}</Callout>}
      {register.error && !missesCode && (
        <FailureNotice {...sayFailure(register.error, 'The account was not created. Try again.')} />
      )}
      {first(wrong)}
      <TextInput label="Name" name="name" autoComplete="name" error={wrong('name')} />
      {between?.(wrong)}
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
        {action}
      </Button>
    </FormFrame>
  );
}
