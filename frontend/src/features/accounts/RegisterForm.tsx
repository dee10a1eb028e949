/** Creates an organization and its first person. */
import { ownTimeZone } from '@/lib/timeZones';
import { TextInput } from '@/ui/TextInput';
import { RegistrationForm } from './RegistrationForm';

export function RegisterForm() {
  return (
    <RegistrationForm
      action="Create account"
      body={(typed) => ({
        organization: typed('organization').trim(),
        email: typed('email').trim(),
        timeZone: ownTimeZone(),
      })}
      first={(wrong) => (
        <TextInput
          label="Organization"
          name="organization"
          autoComplete="organization"
          help="Your business, as colleagues know it."
          error={wrong('organization')}
        />
      )}
      between={(wrong) => (
        <TextInput label="Email" name="email" type="email" autoComplete="username" error={wrong('email')} />
      )}
    />
  );
}
