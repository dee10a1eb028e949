/** Gives one member another role, signs them out, or removes them after asking once more. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sayFailure } from '@/api/errors';
import { roleName } from '@/lib/roles';
import { Callout } from '@/ui/Callout';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { nameInButton } from '@/ui/nameInButton';
import { SelectInput } from '@/ui/SelectInput';
import { useEndSessions, useGiveRole, useRemoveMember, type Member } from './memberList';
import { isRole, mayChange, roleChoice, rolesToGive } from './roles';

export function MemberForm({ member, by }: { member: Member; by: string }) {
  const give = useGiveRole();
  const remove = useRemoveMember();
  const signOut = useEndSessions();
  const [asking, setAsking] = useState(false);
  if (!mayChange(by, member)) {
    return <Typography sx={{ py: 2 }}>Only an owner can change or remove an owner.</Typography>;
  }
  const failure = give.error ?? remove.error ?? signOut.error;
  const busy = give.isPending || remove.isPending || signOut.isPending;
  return (
    <Box sx={{ py: 3, textAlign: 'left' }}>
      <FormFrame
        onSubmit={(typed) => {
          const role = typed('role');
          if (isRole(role)) give.mutate({ id: member.id, role });
        }}
      >
        <SelectInput
          label={`Role of ${member.name}`}
          name="role"
          defaultValue={member.role}
          choices={rolesToGive(by).map((role) => [role, roleChoice(role)])}
        />
        <Box aria-live="polite">
          {give.data && (
            <Callout weight="success">
              {give.data.name} is {roleName(give.data.role)} now.
            </Callout>
          )}
          {signOut.data && (
            <Callout weight="success">{ended(member.name, signOut.data.endedSessions)}</Callout>
          )}
        </Box>
        {failure && (
          <FailureNotice {...sayFailure(failure, 'That did not work, and nothing was changed. Try again.')} />
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
              sx={nameInButton}
              onClick={() => (asking ? remove.mutate(member.id) : setAsking(true))}
            >
              {asking ? `Yes, remove ${member.name}` : 'Remove'}
            </Button>
          )}
          <Button type="submit" variant="contained" disabled={busy}>
            Save role
          </Button>
        </Box>
        <Box aria-live="polite">
          {asking && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {member.name} loses access to this organization within 2 seconds. Their account stays.
            </Typography>
          )}
        </Box>
      </FormFrame>
    </Box>
  );
}

function ended(name: string, sessions: number): string {
  if (sessions === 0) return `${name} was signed in to this organization nowhere.`;
  const many = sessions === 1 ? 'one session' : `${sessions} sessions`;
  return `${name} was signed out of ${many}, within 2 seconds everywhere.`;
}
