/** Every organization of the installation, found by name; each opens to what an operator may know and decide. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sayFailure } from '@/api/errors';
import { count, day, moment } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { TenantDetail } from './TenantDetail';
import { tenantList, type Tenant } from './tenants';
import { HEALTH, runWords } from './words';

const of = (used: number, most: number | undefined): string =>
  most === undefined ? count(used) : `${count(used)} of ${count(most)}`;

const columns: Column<Tenant>[] = [
  {
    heading: 'Name',
    show: ({ name }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    heading: 'Health',
    show: ({ health }) => <ToneMark tone={HEALTH[health][0]}>{HEALTH[health][1]}</ToneMark>,
  },
  { heading: 'People', numeric: true, show: ({ usage, limits }) => of(usage.people, limits.people) },
  { heading: 'Rows', numeric: true, show: ({ usage, limits }) => of(usage.rows, limits.rows) },
  {
    heading: 'Last sync',
    show: ({ lastSync }) =>
      lastSync ? `${runWords(lastSync.state)}, ${moment(lastSync.finishedAt ?? lastSync.startedAt)}` : 'None',
  },
  { heading: 'Registered', show: ({ createdAt }) => day(createdAt) },
];

export function TenantsTab() {
  const [address, setAddress] = useSearchParams();
  const named = address.get('q') ?? '';
  const tenants = useInfiniteQuery(tenantList(named));
  const find = (text: string) =>
    setAddress(
      (before) => {
        if (text) before.set('q', text);
        else before.delete('q');
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <Panel title="Organizations" subtitle="Newest first. Nothing here shows what stands in their rows.">
      <Box role="search" sx={{ mb: 4 }}>
        <FormFrame key={named} onSubmit={(typed) => find(typed('q').trim())}>
          <TextInput
            label="Name has in it"
            name="q"
            required={false}
            defaultValue={named}
            end={
              <Button type="submit" size="small">
                Find
              </Button>
            }
          />
        </FormFrame>
      </Box>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (tenants.isPending) return <Waiting label="The organizations are loading" height={320} />;
    const failed = tenants.isError && (
      <Box sx={{ mb: 3 }}>
        <FailureNotice
          {...sayFailure(tenants.error, 'The organizations did not load.')}
          onRetry={() => void tenants.refetch()}
          retrying={tenants.isFetching}
        />
      </Box>
    );
    if (!tenants.data) return failed;
    const rows = tenants.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <Notice action={named && <Button onClick={() => find('')}>Show all organizations</Button>}>
            {named
              ? `No organization has “${named}” in its name.`
              : 'There is no organization yet: they appear here when they register.'}
          </Notice>
        ) : (
          <DataTable
            label="Organizations"
            columns={columns}
            rows={rows}
            rowKey={(tenant) => tenant.id}
            detail={{
              label: 'Details',
              of: (tenant) => tenant.name,
              show: (tenant) => <TenantDetail tenant={tenant} />,
            }}
          />
        )}
        {tenants.hasNextPage && (
          <Button
            sx={{ mt: 3 }}
            onClick={() => void tenants.fetchNextPage()}
            disabled={tenants.isFetchingNextPage}
          >
            Show older organizations
          </Button>
        )}
      </>
    );
  }
}
