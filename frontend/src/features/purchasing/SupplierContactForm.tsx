/** Sets the email address to which orders to a supplier are sent. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Schemas } from '@sprout/client';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatLanguageName } from '@/lib/languageText';
import { t } from '@/messages/en/order_emails';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useSetSupplierContact } from './orderEmailQueries';

type OrderLanguage = Schemas['OrderLanguage'];

const LANGUAGES: readonly OrderLanguage[] = ['en', 'de', 'es', 'fr', 'pt'];

interface SupplierContactFormProps {
  supplierId: string;
  /** The address so far. */
  email: string | undefined;
  contactName: string | undefined;
  language: OrderLanguage | undefined;
  onSaved: () => void;
}

export function SupplierContactForm({
  supplierId,
  email,
  contactName,
  language = 'en',
  onSaved,
}: SupplierContactFormProps) {
  const save = useSetSupplierContact();
  const form = useTypedForm({ fields: ['email', 'contactName', 'language'], failure: save.error });
  return (
    <Form
      onSubmit={form.handleSubmit((fields) =>
        save.mutate(
          {
            supplierId,
            email: fields.email,
            language: LANGUAGES.find((each) => each === fields.language) ?? 'en',
            ...(fields.contactName.trim() !== '' && { contactName: fields.contactName }),
          },
          { onSuccess: onSaved },
        ),
      )}
    >
      <TextInput
        label={t('supplierEmail')}
        {...form.field('email')}
        type="email"
        autoComplete="off"
        defaultValue={email ?? ''}
        help={t('whereOrdersGo')}
      />
      <TextInput
        label={t('contactName')}
        {...form.field('contactName')}
        autoComplete="off"
        required={false}
        defaultValue={contactName ?? ''}
      />
      <SelectInput
        label={t('orderLanguage')}
        {...form.field('language')}
        defaultValue={language}
        options={LANGUAGES.map((each) => [each, formatLanguageName(each)] as const)}
        help={t('orderLanguageHelp')}
      />
      {form.formError !== undefined && <ErrorAlert {...errorText(form.formError, t('couldntSaveAddress'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={save.isPending}>
          {t('saveAddress')}
        </Button>
      </Box>
    </Form>
  );
}
