/** Registering, in whichever way: its name and password fields, and a code where someone returns who has MFA on. Errors stand at their field. */
import Button from '@mui/material/Button';
import type { Schemas } from '@sprout/client';
import { useState, type ReactNode } from 'react';
import { errorCode, errorText } from '@/api/errors';
import { useTypedForm, type FormValues, type TypedForm } from '@/api/useTypedForm';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { PasswordInput } from '@/ui/PasswordInput';
import { TextInput } from '@/ui/TextInput';
import { OneTimeCodeInput } from './OneTimeCodeInput';
import { useRegister } from './queries';

const FIELDS = ['organization', 'email', 'name', 'password', 'otp'] as const;
type RegistrationField = (typeof FIELDS)[number];
type Field = TypedForm<RegistrationField>['field'];

interface RegistrationFormProps {
  /** The words of its button. */
  submitLabel: string;
  /** The fields above the name. */
  fieldsBeforeName: (field: Field) => ReactNode;
  /** The fields between the name and the password. */
  fieldsAfterName?: (field: Field) => ReactNode;
  /** What is sent beside name, password and code. */
  body: (values: FormValues<RegistrationField>) => Omit<Schemas['Register'], 'name' | 'password' | 'otp'>;
  /** Called when the account is there and signed in. */
  onDone?: () => void;
}

export function RegistrationForm({
  submitLabel,
  fieldsBeforeName,
  fieldsAfterName,
  body,
  onDone,
}: RegistrationFormProps) {
  const register = useRegister();
  const [asksForCode, setAsksForCode] = useState(false);
  const missesCode = errorCode(register.error) === 'otp_required';
  const { field, handleSubmit } = useTypedForm({ fields: FIELDS, failure: register.error });
  return (
    <Form
      onSubmit={handleSubmit((values) => {
        const otp = values.otp.trim();
        const all = {
          ...body(values),
          name: values.name.trim(),
          password: values.password,
          ...(otp !== '' && { otp }),
        };
        // Signing in may take this form off the page before it can be told; a failure stands above the fields.
        void register
          .mutateAsync(all)
          .then(onDone, (failure: unknown) =>
            setAsksForCode(asksForCode || errorCode(failure) === 'otp_required'),
          );
      })}
    >
      {missesCode && <Callout severity="info">{errorText(register.error, '').message}</Callout>}
      {register.error && !missesCode && (
        <ErrorAlert {...errorText(register.error, 'The account was not created. Try again.')} />
      )}
      {fieldsBeforeName(field)}
      <TextInput label="Name" {...field('name')} autoComplete="name" />
      {fieldsAfterName?.(field)}
      <PasswordInput
        label="Password"
        {...field('password')}
        autoComplete="new-password"
        minLength={8}
        help="At least 8 characters. Long beats complicated: a few words in a row are fine."
      />
      {asksForCode && <OneTimeCodeInput help="Six digits from your authenticator app, or a recovery code." />}
      <Button type="submit" variant="contained" disabled={register.isPending}>
        {submitLabel}
      </Button>
    </Form>
  );
}
