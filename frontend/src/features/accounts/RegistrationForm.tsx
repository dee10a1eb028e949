/** Registration: name and password, and a code for returning users with MFA. Errors appear at their field. */
import Button from '@mui/material/Button';
import type { Schemas } from '@sprout/client';
import { useState, type ReactNode } from 'react';
import { errorCode, errorText } from '@/api/errors';
import { useTypedForm, type FormValues, type TypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/sign_in';
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
  /** The label of the submit button. */
  submitLabel: string;
  /** The fields above the name. */
  fieldsBeforeName: (field: Field) => ReactNode;
  /** The fields between the name and the password. */
  fieldsAfterName?: (field: Field) => ReactNode;
  /** What is sent in addition to name, password and code. */
  body: (
    values: FormValues<RegistrationField>,
  ) => Omit<Schemas['RegistrationRequest'], 'name' | 'password' | 'otp'>;
  /** Called when the account is created and signed in. */
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
        // Sign-in may unmount this form first; errors appear above the fields.
        void register
          .mutateAsync(all)
          .then(onDone, (failure: unknown) =>
            setAsksForCode(asksForCode || errorCode(failure) === 'otp_required'),
          );
      })}
    >
      {missesCode && <Callout severity="info">{errorText(register.error, '').message}</Callout>}
      {register.error && !missesCode && (
        <ErrorAlert {...errorText(register.error, t('couldntCreateYourAccountTryAgain'))} />
      )}
      {fieldsBeforeName(field)}
      <TextInput label={t('name')} {...field('name')} autoComplete="name" />
      {fieldsAfterName?.(field)}
      <PasswordInput
        label={t('password')}
        {...field('password')}
        autoComplete="new-password"
        minLength={8}
        help={t('atLeast8CharactersAFew')}
      />
      {asksForCode && <OneTimeCodeInput help={t('sixDigitCodeOrRecoveryCode')} />}
      <Button type="submit" variant="contained" disabled={register.isPending}>
        {submitLabel}
      </Button>
    </Form>
  );
}
