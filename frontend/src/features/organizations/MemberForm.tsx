/** Changes a member's role, signs them out, or removes them after confirmation. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { isRole, roleName, roleOptionLabel } from '@/lib/roleLabels';
import { t } from '@/messages/en/organizations';
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
    return <Typography sx={{ py: 2 }}>{t('onlyAnOwnerCanChangeOr')}</Typography>;
  }
  const failure = give.error ?? remove.error ?? signOut.error;
  const busy = give.isPending || remove.isPending || signOut.isPending;
  return (
    <Box sx={{ py: 3, textAlign: 'start' }}>
      <Form
        warnsOnLeave
        onSubmit={form.handleSubmit((values) => {
          const role = values.role;
          if (isRole(role)) give.mutate({ id: member.id, role });
        })}
      >
        <SelectInput
          label={t('roleOf', { name: member.name })}
          {...form.field('role')}
          defaultValue={member.role}
          options={assignableRoles(by).map((role) => [role, roleOptionLabel(role)])}
        />
        <Box aria-live="polite">
          {give.data && (
            <Callout severity="success">
              {t('isNow', { name: give.data.name, role: roleName(give.data.role) })}
            </Callout>
          )}
          {signOut.data && (
            <Callout severity="success">{revokedText(member.name, signOut.data.revokedSessions)}</Callout>
          )}
        </Box>
        {failure && <ErrorAlert {...errorText(failure, t('nothingWasChangedTryAgain'))} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'flex-end' }}>
          {!member.isCurrentUser && (
            <Button disabled={busy} onClick={() => signOut.mutate(member.id)}>
              {t('endSessions')}
            </Button>
          )}
          {!member.isCurrentUser && (
            <Button
              color="error"
              disabled={busy}
              sx={wrappingButton}
              onClick={() => (isConfirming ? remove.mutate(member.id) : setIsConfirming(true))}
            >
              {isConfirming ? t('remove', { name: member.name }) : t('removeMember')}
            </Button>
          )}
          <Button type="submit" variant="contained" disabled={busy}>
            {t('saveRole')}
          </Button>
        </Box>
        <Box aria-live="polite">
          {isConfirming && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('losesAccessToThisOrganizationImmediately', { name: member.name })}
            </Typography>
          )}
        </Box>
      </Form>
    </Box>
  );
}

function revokedText(name: string, sessions: number): string {
  if (sessions === 0) return t('hadNoActiveSessions', { name });
  const many = t('sessions', { count: sessions, sessions });
  return t('wasSignedOutOf', { name, many });
}
