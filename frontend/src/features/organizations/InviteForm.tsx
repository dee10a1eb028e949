/** An address and a role; what is wrong stands at its field. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { isRole, roleOptionLabel } from '@/lib/roleLabels';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useCreateInvitation } from './invitationQueries';
import { assignableRoles } from './roleRules';

interface InviteFormProps {
  /** The role of whoever invites. */
  inviterRole: string;
  /** Whether the installation sends emails by mail. */
  sendsEmail: boolean;
}

export function InviteForm({ inviterRole, sendsEmail }: InviteFormProps) {
  const invite = useCreateInvitation();
  const form = useTypedForm({ fields: ['email', 'role'], failure: invite.error });
  return (
    <Form
      onSubmit={form.handleSubmit((values, element) => {
        const role = values.role;
        if (isRole(role)) {
          invite.mutate({ email: values.email.trim(), role }, { onSuccess: () => element.reset() });
        }
      })}
    >
      <TextInput label="E-mail of the invited" {...form.field('email')} type="email" autoComplete="off" />
      <SelectInput
        label="Role"
        {...form.field('role')}
        defaultValue="member"
        options={assignableRoles(inviterRole).map((role) => [role, roleOptionLabel(role)])}
      />
      <Box aria-live="polite">
        {invite.data && (
          <Callout severity="success">
            {sendsEmail
              ? `The letter to ${invite.data.email} is on its way.`
              : `The letter to ${invite.data.email} is written. This installation sends no mail: its operator reads it with “sprout outbox” and hands the link over.`}
          </Callout>
        )}
      </Box>
      {form.formError !== undefined && (
        <ErrorAlert {...errorText(invite.error, 'Nobody was invited. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={invite.isPending}>
          Send invitation
        </Button>
      </Box>
    </Form>
  );
}
