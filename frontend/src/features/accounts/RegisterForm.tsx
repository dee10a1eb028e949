/** Creates an organization and its first user. */
import { browserTimeZone } from '@/lib/timeZones';
import { t } from '@/messages/en/sign_in';
import { TextInput } from '@/ui/TextInput';
import { RegistrationForm } from './RegistrationForm';

export function RegisterForm() {
  return (
    <RegistrationForm
      submitLabel={t('createAccount')}
      body={(values) => ({
        organization: values.organization.trim(),
        email: values.email.trim(),
        timeZone: browserTimeZone(),
      })}
      fieldsBeforeName={(field) => (
        <TextInput
          label={t('organization')}
          {...field('organization')}
          autoComplete="organization"
          help={t('yourBusinessNameAsColleaguesKnow')}
        />
      )}
      fieldsAfterName={(field) => (
        <TextInput label={t('email')} {...field('email')} type="email" autoComplete="username" />
      )}
    />
  );
}
