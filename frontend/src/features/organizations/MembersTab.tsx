/** Who belongs to the organization and in which role; whoever manages it changes that here, and everybody may leave. */
import type { Schemas } from '@sprout/client';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { day } from '@/lib/format';
import { roleName } from '@/lib/roles';
import { DataTable, type Column, type Detail } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Panel } from '@/ui/Panel';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { LeavePanel } from './LeavePanel';
import { MemberForm } from './MemberForm';
import { memberList, type Member } from './memberList';
import { SecondStepPanel } from './SecondStepPanel';

const name: Column<Member> = {
  heading: 'Name',
  show: (member) => (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, overflowWrap: 'anywhere' }}>
      {member.name}
      {member.you && <ToneMark tone="green">You</ToneMark>}
    </Box>
  ),
};
const email: Column<Member> = { heading: 'E-mail', show: (member) => member.email ?? '-' };
const role: Column<Member> = { heading: 'Role', show: (member) => roleName(member.role) };
const secondStep: Column<Member> = {
  heading: 'Two-step sign-in',
  show: ({ secondStep: on }) =>
    on === undefined ? '-' : on ? 'On' : <ToneMark tone="yellow">Not set up</ToneMark>,
};
const since: Column<Member> = { heading: 'Member since', show: (member) => day(member.joinedAt) };

export function MembersTab({ account }: { account: Schemas['Account'] }) {
  const members = useInfiniteQuery(memberList);
  const manages = account.permissions.includes('members.manage');
  const columns = manages ? [name, email, role, secondStep, since] : [name, role, since];
  const detail: Detail<Member> = {
    label: 'Change',
    of: (member) => member.name,
    show: (member) => <MemberForm member={member} by={account.organization.role} />,
  };
  return (
    <>
      <Panel title="Members" subtitle="Everybody who can see this organization’s figures.">
        {body()}
      </Panel>
      {manages && !account.sample && <SecondStepPanel />}
      <LeavePanel account={account} />
    </>
  );

  function body(): ReactNode {
    if (members.isPending) return <Waiting label="The members are loading" height={240} />;
    const failed = members.isError && (
      <Box sx={{ mb: 3 }}>
        <FailureNotice
          {...sayFailure(members.error, 'The members did not load.')}
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
