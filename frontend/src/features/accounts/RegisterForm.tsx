/** Creates an organization and its first person; errors stand at the field that caused them. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { codeOf, fieldFailure, sayFailure } from '@/api/errors';
import { ownTimeZone } from '@/lib/timeZones';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { TextInput } from '@/ui/TextInput';
import { CodeInput } from './CodeInput';
import { useRegister } from './queries';

export function RegisterForm() {
  const register = useRegister();
  const [asksForCode, setAsksForCode] = useState(false);
  const missesCode = codeOf(register.error) === 'otp_required';
  const wrong = (field: string) => fieldFailure(register.error, field);
  return (
    <FormFrame
      onSubmit={(typed) => {
        const otp = typed('otp').trim();
        register.mutate(
          {
            organization: typed('organization').trim(),
            name: typed('name').trim(),
            email: typed('email').trim(),
            password: typed('password'),
            timeZone: ownTimeZone(),
            ...(otp !== '' && { otp }),
          },
          { onError: (failure) => setAsksForCode(asksForCode || codeOf(failure) === 'otp_required') },
        );
      }}
    >
      {missesCode && <Callout weight="info">{sayFailure(register.error, '').message}</Callout>}
      {register.error && !missesCode && (
        <FailureNotice {...sayFailure(register.error, 'The account was not created. Try again.')} />
      )}
      <TextInput
        label="Organization"
        name="organization"
        autoComplete="organization"
        help="Your business, as colleagues know it."
        error={wrong('organization')}
      />
      <TextInput label="Name" name="name" autoComplete="name" error={wrong('name')} />
      <TextInput label="Email" name="email" type="email" autoComplete="username" error={wrong('email')} />
      <TextInput
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
        error={wrong('password')}
      />
      {asksForCode && <CodeInput help="Six digits from your authenticator app, or a recovery code." />}
      <Button type="submit" variant="contained" disabled={register.isPending}>
        Create account
      </Button>
    </FormFrame>
  );
}
