/** Every organization of the installation, found by name; each opens to what an operator may know and decide. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatCount, formatDay, formatDateTime } from '@/lib/format';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { TenantDetail } from './TenantDetail';
import { tenantsQuery, type Tenant } from './tenantQueries';
import { HEALTH_LABELS, runStateLabel } from './operatorLabels';

const formatUsage = (used: number, most: number | undefined): string =>
  most === undefined ? formatCount(used) : `${formatCount(used)} of ${formatCount(most)}`;

const columns: Column<Tenant>[] = [
  {
    heading: 'Name',
    render: ({ name }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    heading: 'Health',
    render: ({ health }) => (
      <StatusBadge tone={HEALTH_LABELS[health][0]}>{HEALTH_LABELS[health][1]}</StatusBadge>
    ),
  },
  {
    heading: 'People',
    numeric: true,
    render: ({ usage, limits }) => formatUsage(usage.people, limits.people),
  },
  { heading: 'Rows', numeric: true, render: ({ usage, limits }) => formatUsage(usage.rows, limits.rows) },
  {
    heading: 'Last sync',
    render: ({ lastSync }) =>
      lastSync
        ? `${runStateLabel(lastSync.state)}, ${formatDateTime(lastSync.finishedAt ?? lastSync.startedAt)}`
        : 'None',
  },
  { heading: 'Registered', render: ({ createdAt }) => formatDay(createdAt) },
];

export function TenantsTab() {
  const [address, setAddress] = useSearchParams();
  const named = address.get('q') ?? '';
  const tenants = useInfiniteQuery(tenantsQuery(named));
  const searchForm = useTypedForm({ fields: ['q'] });
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
        <Form key={named} onSubmit={searchForm.handleSubmit((values) => find(values.q.trim()))}>
          <TextInput
            label="Name has in it"
            {...searchForm.field('q')}
            required={false}
            defaultValue={named}
            endAdornment={
              <Button type="submit" size="small">
                Find
              </Button>
            }
          />
        </Form>
      </Box>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (tenants.isPending) return <LoadingPlaceholder label="The organizations are loading" height={320} />;
    const failed = tenants.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(tenants.error, 'The organizations did not load.')}
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
          <EmptyState action={named && <Button onClick={() => find('')}>Show all organizations</Button>}>
            {named
              ? `No organization has “${named}” in its name.`
              : 'There is no organization yet: they appear here when they register.'}
          </EmptyState>
        ) : (
          <DataTable
            label="Organizations"
            columns={columns}
            rows={rows}
            rowKey={(tenant) => tenant.id}
            detail={{
              label: 'Details',
              rowName: (tenant) => tenant.name,
              render: (tenant) => <TenantDetail tenant={tenant} />,
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
