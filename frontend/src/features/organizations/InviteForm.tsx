/** An address and a role; what is wrong stands at its field. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { fieldFailure, sayFailure } from '@/api/errors';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useInvite } from './invitationList';
import { isRole, roleChoice, rolesToGive } from './roles';

interface InviteFormProps {
  /** The role of whoever invites. */
  by: string;
  /** Whether the installation sends letters by mail. */
  byMail: boolean;
}

export function InviteForm({ by, byMail }: InviteFormProps) {
  const invite = useInvite();
  const wrong = fieldFailure(invite.error, 'email');
  return (
    <FormFrame
      onSubmit={(typed, form) => {
        const role = typed('role');
        if (isRole(role)) {
          invite.mutate({ email: typed('email').trim(), role }, { onSuccess: () => form.reset() });
        }
      }}
    >
      <TextInput label="E-mail of the invited" name="email" type="email" autoComplete="off" error={wrong} />
      <SelectInput
        label="Role"
        name="role"
        defaultValue="member"
        choices={rolesToGive(by).map((role) => [role, roleChoice(role)])}
      />
      <Box aria-live="polite">
        {invite.data && (
          <Callout weight="success">
            {byMail
              ? `The letter to ${invite.data.email} is on its way.`
              : `The letter to ${invite.data.email} is written. This installation sends no mail: its operator reads it with “sprout outbox” and hands the link over.`}
          </Callout>
        )}
      </Box>
      {invite.error && wrong === undefined && (
        <FailureNotice {...sayFailure(invite.error, 'Nobody was invited. Try again.')} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" disabled={invite.isPending}>
          Send invitation
        </Button>
      </Box>
    </FormFrame>
  );
}
