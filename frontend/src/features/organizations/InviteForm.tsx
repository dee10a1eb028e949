/** The invitation form: email address and role. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { isRole, roleOptionLabel } from '@/lib/roleLabels';
import { t } from '@/messages/en/organizations';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useCreateInvitation } from './invitationQueries';
import { assignableRoles } from './roleRules';

interface InviteFormProps {
  /** The role of the inviting user. */
  inviterRole: string;
  /** Whether a mail server is set up. */
  sendsEmail: boolean;
}

export function InviteForm({ inviterRole, sendsEmail }: InviteFormProps) {
  const invite = useCreateInvitation();
  const form = useTypedForm({ fields: ['email', 'role'], failure: invite.error });
  return (
    <Form
      warnsOnLeave
      onSubmit={form.handleSubmit((values, element) => {
        const role = values.role;
        if (isRole(role)) {
          invite.mutate({ email: values.email.trim(), role }, { onSuccess: () => element.reset() });
        }
      })}
    >
      <TextInput label={t('emailAddress')} {...form.field('email')} type="email" autoComplete="off" />
      <SelectInput
        label={t('role')}
        {...form.field('role')}
        defaultValue="member"
        options={assignableRoles(inviterRole).map((role) => [role, roleOptionLabel(role)])}
      />
      <Box aria-live="polite">
        {invite.data && (
          <Callout severity="success">
            {sendsEmail
              ? t('invitationSentTo', { email: invite.data.email })
              : t('invitationCreatedForEmailIsntSet', { email: invite.data.email })}
          </Callout>
        )}
      </Box>
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(invite.error, t('couldntSendTheInvitationTryAgain'))} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={invite.isPending}>
          {t('sendInvitation')}
        </Button>
      </Box>
    </Form>
  );
}
