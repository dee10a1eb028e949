/** Members and roles. Admins edit them; everyone can leave. */
import type { Schemas } from '@sprout/client';
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDay } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { roleName } from '@/lib/roleLabels';
import { t } from '@/messages/en/organizations';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { LeavePanel } from './LeavePanel';
import { MemberForm } from './MemberForm';
import { membersQuery, type Member } from './memberQueries';
import { MfaPolicyPanel } from './MfaPolicyPanel';

const nameColumn: Column<Member> = {
  id: 'name',
  value: (member) => member.name,
  get heading() {
    return t('name');
  },
  render: (member) => (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, overflowWrap: 'anywhere' }}>
      {member.name}
      {member.isCurrentUser && <StatusBadge tone="green">{t('you')}</StatusBadge>}
    </Box>
  ),
};
const emailColumn: Column<Member> = {
  id: 'email',
  value: (member) => member.email,
  get heading() {
    return t('email');
  },
  render: (member) => member.email ?? '-',
};
const roleColumn: Column<Member> = {
  id: 'role',
  value: (member) => roleName(member.role),
  get heading() {
    return t('role');
  },
  render: (member) => roleName(member.role),
};
const mfaColumn: Column<Member> = {
  id: 'mfa',
  value: ({ mfaEnabled: on }) => (on === undefined ? undefined : on ? t('on') : t('notSetUp')),
  get heading() {
    return t('mfa');
  },
  render: ({ mfaEnabled: on }) =>
    on === undefined ? '-' : on ? t('on') : <StatusBadge tone="yellow">{t('notSetUp')}</StatusBadge>,
};
const sinceColumn: Column<Member> = {
  id: 'memberSince',
  value: (member) => member.joinedAt,
  get heading() {
    return t('memberSince');
  },
  render: (member) => formatDay(member.joinedAt),
};

export function MembersTab({ account }: { account: Schemas['Account'] }) {
  const members = useInfiniteQuery(membersQuery);
  const manages = hasPermission(account.permissions, 'members.manage');
  const columns = manages
    ? [nameColumn, emailColumn, roleColumn, mfaColumn, sinceColumn]
    : [nameColumn, roleColumn, sinceColumn];
  const detail: Detail<Member> = {
    label: t('edit'),
    rowName: (member) => member.name,
    render: (member) => <MemberForm member={member} by={account.organization.role} />,
  };
  return (
    <>
      <Panel title={t('members')} subtitle={t('peopleWithAccessToThisOrganization')}>
        {body()}
      </Panel>
      {manages && !account.sample && <MfaPolicyPanel organizationId={account.organization.id} />}
      <LeavePanel account={account} />
    </>
  );

  function body(): ReactNode {
    if (members.isPending) return <LoadingPlaceholder label={t('theMembersAreLoading')} height={240} />;
    const failed = members.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(members.error, t('couldntLoadTheMembers'))}
          onRetry={() => void members.refetch()}
          retrying={members.isFetching}
        />
      </Box>
    );
    if (!members.data) return failed;
    const rows = members.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        <DataTable
          id="members"
          more={nextPage(members, t('showMoreMembers'))}
          label={t('members')}
          columns={columns}
          rows={rows}
          rowKey={(member) => member.id}
          {...(manages && !account.sample && { detail })}
        />
      </>
    );
  }
}
