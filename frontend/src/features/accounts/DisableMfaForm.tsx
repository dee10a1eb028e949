/** Turning MFA off takes the password and a code. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { ReauthFields } from '@/ui/ReauthFields';
import { useDisableMfa } from './mfaQueries';

interface DisableMfaFormProps {
  email: string;
  onDone: () => void;
}

export function DisableMfaForm({ email, onDone }: DisableMfaFormProps) {
  const end = useDisableMfa();
  const form = useTypedForm({ fields: ['password', 'otp'], failure: end.error });
  return (
    <Form
      onSubmit={form.handleSubmit((values) =>
        end.mutate({ password: values.password, otp: values.otp.trim() }, { onSuccess: onDone }),
      )}
    >
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <ReauthFields field={form.field} requiresCode />
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(end.error, 'It was not turned off. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button onClick={onDone} disabled={end.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" color="error" disabled={end.isPending}>
          Turn off
        </Button>
      </Box>
    </Form>
  );
}
