/** Disables MFA. Requires the password and a code. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/account_security';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { ReauthFields } from '@/ui/ReauthFields';
import { useDisableMfa } from './mfaQueries';

interface DisableMfaFormProps {
  email: string;
  onDone: () => void;
}

export function DisableMfaForm({ email, onDone }: DisableMfaFormProps) {
  const disable = useDisableMfa();
  const form = useTypedForm({ fields: ['password', 'otp'], failure: disable.error });
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        disable.mutate({ password: values.password, otp: values.otp.trim() }, { onSuccess: onDone }),
      )}
    >
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <ReauthFields field={form.field} requiresCode />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(disable.error, t('couldntTurnOffMfaTryAgain'))} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button onClick={onDone} disabled={disable.isPending}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={disable.isPending}>
          {t('turnOffMfa')}
        </Button>
      </Box>
    </Form>
  );
}
