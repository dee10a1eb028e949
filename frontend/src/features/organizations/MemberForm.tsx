/** Gives one member another role, signs them out, or removes them after asking once more. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { isRole, roleName, roleOptionLabel } from '@/lib/roleLabels';
import { Callout } from '@/ui/Callout';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { wrappingButton } from '@/ui/wrappingButton';
import { SelectInput } from '@/ui/SelectInput';
import { useRevokeMemberSessions, useSetRole, useRemoveMember, type Member } from './memberQueries';
import { canChangeMember, assignableRoles } from './roleRules';

export function MemberForm({ member, by }: { member: Member; by: string }) {
  const give = useSetRole();
  const form = useTypedForm({ fields: ['role'], failure: give.error });
  const remove = useRemoveMember();
  const signOut = useRevokeMemberSessions();
  const [isConfirming, setIsConfirming] = useState(false);
  if (!canChangeMember(by, member)) {
    return <Typography sx={{ py: 2 }}>Only an owner can change or remove an owner.</Typography>;
  }
  const failure = give.error ?? remove.error ?? signOut.error;
  const busy = give.isPending || remove.isPending || signOut.isPending;
  return (
    <Box sx={{ py: 3, textAlign: 'left' }}>
      <Form
        onSubmit={form.handleSubmit((values) => {
          const role = values.role;
          if (isRole(role)) give.mutate({ id: member.id, role });
        })}
      >
        <SelectInput
          label={`Role of ${member.name}`}
          {...form.field('role')}
          defaultValue={member.role}
          options={assignableRoles(by).map((role) => [role, roleOptionLabel(role)])}
        />
        <Box aria-live="polite">
          {give.data && (
            <Callout severity="success">
              {give.data.name} is {roleName(give.data.role)} now.
            </Callout>
          )}
          {signOut.data && (
            <Callout severity="success">{revokedText(member.name, signOut.data.endedSessions)}</Callout>
          )}
        </Box>
        {failure && (
          <ErrorAlert {...errorText(failure, 'That did not work, and nothing was changed. Try again.')} />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'flex-end' }}>
          {!member.you && (
            <Button disabled={busy} onClick={() => signOut.mutate(member.id)}>
              End sessions
            </Button>
          )}
          {!member.you && (
            <Button
              color="error"
              disabled={busy}
              sx={wrappingButton}
              onClick={() => (isConfirming ? remove.mutate(member.id) : setIsConfirming(true))}
            >
              {isConfirming ? `Yes, remove ${member.name}` : 'Remove'}
            </Button>
          )}
          <Button type="submit" variant="contained" disabled={busy}>
            Save role
          </Button>
        </Box>
        <Box aria-live="polite">
          {isConfirming && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {member.name} loses access to this organization within 2 seconds. Their account stays.
            </Typography>
          )}
        </Box>
      </Form>
    </Box>
  );
}

function revokedText(name: string, sessions: number): string {
  if (sessions === 0) return `${name} was signed in to this organization nowhere.`;
  const many = sessions === 1 ? 'one session' : `${sessions} sessions`;
  return `${name} was signed out of ${many}, within 2 seconds everywhere.`;
}
