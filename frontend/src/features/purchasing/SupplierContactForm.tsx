/** Sets the email address to which orders to a supplier are sent. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/order_emails';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { TextInput } from '@/ui/TextInput';
import { useSetSupplierContact } from './orderEmailQueries';

interface SupplierContactFormProps {
  supplierId: string;
  /** The address so far. */
  email: string | undefined;
  contactName: string | undefined;
  onSaved: () => void;
}

export function SupplierContactForm({ supplierId, email, contactName, onSaved }: SupplierContactFormProps) {
  const save = useSetSupplierContact();
  const form = useTypedForm({ fields: ['email', 'contactName'], failure: save.error });
  return (
    <Form
      onSubmit={form.handleSubmit((fields) =>
        save.mutate(
          {
            supplierId,
            email: fields.email,
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
      {form.formError !== undefined && <ErrorAlert {...errorText(form.formError, t('couldntSaveAddress'))} />}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={save.isPending}>
          {t('saveAddress')}
        </Button>
      </Box>
    </Form>
  );
}
