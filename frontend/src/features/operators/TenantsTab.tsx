/** All organizations of the installation, searchable by name. Rows expand to details and operator actions. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatCount, formatDay, formatDateTime } from '@/lib/format';
import { useUrlParams } from '@/lib/useUrlParams';
import { t } from '@/messages/en/operators';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { EmptyState } from '@/ui/EmptyState';
import { nextPage } from '@/ui/nextPage';
import { Panel } from '@/ui/Panel';
import { TextInput } from '@/ui/TextInput';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { TenantDetail } from './TenantDetail';
import { tenantsQuery, type Tenant } from './tenantQueries';
import { HEALTH_LABELS, runStateLabel } from './operatorLabels';

const formatUsage = (used: number, most: number | undefined): string =>
  most === undefined
    ? formatCount(used)
    : t('usedOfMax', { used: formatCount(used), most: formatCount(most) });

const columns: Column<Tenant>[] = [
  {
    id: 'name',
    value: ({ name }) => name,
    get heading() {
      return t('name');
    },
    render: ({ name }) => (
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    id: 'health',
    value: ({ health }) => HEALTH_LABELS[health][1],
    get heading() {
      return t('health');
    },
    render: ({ health }) => (
      <StatusBadge tone={HEALTH_LABELS[health][0]}>{HEALTH_LABELS[health][1]}</StatusBadge>
    ),
  },
  {
    id: 'people',
    value: ({ usage }) => usage.people,
    get heading() {
      return t('people');
    },
    numeric: true,
    render: ({ usage, limits }) => formatUsage(usage.people, limits.people),
  },
  {
    id: 'rows',
    value: ({ usage }) => usage.rows,
    get heading() {
      return t('rows');
    },
    numeric: true,
    render: ({ usage, limits }) => formatUsage(usage.rows, limits.rows),
  },
  {
    id: 'lastSync',
    value: ({ lastSync }) => lastSync?.finishedAt ?? lastSync?.startedAt,
    get heading() {
      return t('lastSync');
    },
    render: ({ lastSync }) =>
      lastSync
        ? `${runStateLabel(lastSync.state)}, ${formatDateTime(lastSync.finishedAt ?? lastSync.startedAt)}`
        : t('none'),
  },
  {
    id: 'registered',
    value: ({ createdAt }) => createdAt,
    get heading() {
      return t('registered');
    },
    render: ({ createdAt }) => formatDay(createdAt),
  },
];

export function TenantsTab() {
  const [address, setAddress] = useUrlParams();
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
    <Panel title={t('organizations')} subtitle={t('newestFirstYouCantSeeCustomers')}>
      <Box role="search" sx={{ mb: 4 }}>
        <Form key={named} onSubmit={searchForm.handleSubmit((values) => find(values.q.trim()))}>
          <TextInput
            label={t('searchByName')}
            {...searchForm.field('q')}
            required={false}
            defaultValue={named}
            endAdornment={
              <Button type="submit" size="small">
                {t('search')}
              </Button>
            }
          />
        </Form>
      </Box>
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (tenants.isPending) return <LoadingPlaceholder label={t('theOrganizationsAreLoading')} height={320} />;
    const failed = tenants.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(tenants.error, t('couldntLoadTheOrganizations'))}
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
          <EmptyState action={named && <Button onClick={() => find('')}>{t('showAllOrganizations')}</Button>}>
            {named ? t('noOrganizationsMatch', { named }) : t('noOrganizationsYet')}
          </EmptyState>
        ) : (
          <DataTable
            id="organizations"
            more={nextPage(tenants, t('showOlderOrganizations'))}
            label={t('organizations')}
            columns={columns}
            rows={rows}
            rowKey={(tenant) => tenant.id}
            detail={{
              label: t('details'),
              rowName: (tenant) => tenant.name,
              render: (tenant) => <TenantDetail tenant={tenant} />,
            }}
          />
        )}
      </>
    );
  }
}
