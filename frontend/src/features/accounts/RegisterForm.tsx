/** Creates an organization and its first person. */
import { browserTimeZone } from '@/lib/timeZones';
import { TextInput } from '@/ui/TextInput';
import { RegistrationForm } from './RegistrationForm';

export function RegisterForm() {
  return (
    <RegistrationForm
      submitLabel="Create account"
      body={(values) => ({
        organization: values.organization.trim(),
        email: values.email.trim(),
        timeZone: browserTimeZone(),
      })}
      fieldsBeforeName={(field) => (
        <TextInput
          label="Organization"
          {...field('organization')}
          autoComplete="organization"
          help="Your business, as colleagues know it."
        />
      )}
      fieldsAfterName={(field) => (
        <TextInput label="Email" {...field('email')} type="email" autoComplete="username" />
      )}
    />
  );
}
