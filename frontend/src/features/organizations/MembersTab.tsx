/** Who belongs to the organization and in which role; whoever manages it changes that here, and everybody may leave. */
import type { Schemas } from '@sprout/client';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDay } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { roleName } from '@/lib/roleLabels';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { LeavePanel } from './LeavePanel';
import { MemberForm } from './MemberForm';
import { membersQuery, type Member } from './memberQueries';
import { MfaPolicyPanel } from './MfaPolicyPanel';

const nameColumn: Column<Member> = {
  heading: 'Name',
  render: (member) => (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, overflowWrap: 'anywhere' }}>
      {member.name}
      {member.you && <StatusBadge tone="green">You</StatusBadge>}
    </Box>
  ),
};
const emailColumn: Column<Member> = { heading: 'E-mail', render: (member) => member.email ?? '-' };
const roleColumn: Column<Member> = { heading: 'Role', render: (member) => roleName(member.role) };
const mfaColumn: Column<Member> = {
  heading: 'Two-step sign-in',
  render: ({ secondStep: on }) =>
    on === undefined ? '-' : on ? 'On' : <StatusBadge tone="yellow">Not set up</StatusBadge>,
};
const sinceColumn: Column<Member> = {
  heading: 'Member since',
  render: (member) => formatDay(member.joinedAt),
};

export function MembersTab({ account }: { account: Schemas['Account'] }) {
  const members = useInfiniteQuery(membersQuery);
  const manages = hasPermission(account.permissions, 'members.manage');
  const columns = manages
    ? [nameColumn, emailColumn, roleColumn, mfaColumn, sinceColumn]
    : [nameColumn, roleColumn, sinceColumn];
  const detail: Detail<Member> = {
    label: 'Change',
    rowName: (member) => member.name,
    render: (member) => <MemberForm member={member} by={account.organization.role} />,
  };
  return (
    <>
      <Panel title="Members" subtitle="Everybody who can see this organization’s figures.">
        {body()}
      </Panel>
      {manages && !account.sample && <MfaPolicyPanel />}
      <LeavePanel account={account} />
    </>
  );

  function body(): ReactNode {
    if (members.isPending) return <LoadingPlaceholder label="The members are loading" height={240} />;
    const failed = members.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(members.error, 'The members did not load.')}
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
          label="Members"
          columns={columns}
          rows={rows}
          rowKey={(member) => member.id}
          {...(manages && !account.sample && { detail })}
        />
        {members.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void members.fetchNextPage()}
            disabled={members.isFetchingNextPage}
          >
            Show more members
          </Button>
        )}
      </>
    );
  }
}
