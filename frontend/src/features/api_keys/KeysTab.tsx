/** API keys: list, create and revoke. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDay, formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/api_keys';
import { Callout } from '@/ui/Callout';
import { DataTable, type Column } from '@/ui/DataTable';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { apiKeysQuery, useRevokeApiKey, type ApiKey } from './queries';
import { KeyDetail } from './KeyDetail';
import { NewKeyForm } from './NewKeyForm';

const columns: Column<ApiKey>[] = [
  {
    id: 'name',
    value: (key) => key.name,
    get heading() {
      return t('name');
    },
    render: (key) => <KeyName apiKey={key} />,
  },
  {
    id: 'createdBy',
    value: (key) => key.createdBy,
    get heading() {
      return t('createdBy');
    },
    render: (key) => `${key.createdBy}, ${formatDay(key.createdAt)}`,
  },
  {
    id: 'lastUsed',
    value: (key) => key.lastUsedAt,
    get heading() {
      return t('lastUsed');
    },
    render: (key) => (key.lastUsedAt ? formatDateTime(key.lastUsedAt) : t('never')),
  },
  {
    id: 'expires',
    value: (key) => key.expiresAt,
    get heading() {
      return t('expires');
    },
    render: (key) => (key.expiresAt ? formatDay(key.expiresAt) : t('never')),
  },
];

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, overflowWrap: 'anywhere' }}>
      {apiKey.name}
      {apiKey.state === 'expired' && <StatusBadge tone="yellow">{t('expired')}</StatusBadge>}
      {apiKey.state === 'creator_removed' && (
        <StatusBadge tone="yellow">{t('inactiveItsCreatorLeftTheOrganization')}</StatusBadge>
      )}
    </Box>
  );
}

export function KeysTab() {
  const keys = useQuery(apiKeysQuery);
  const revoke = useRevokeApiKey();
  return (
    <>
      <Panel title={t('apiKeys')} subtitle={t('letYourSoftwareAccessSproutA')}>
        {body()}
        <Box aria-live="polite" sx={{ mt: 3 }}>
          {revoke.data && <Callout severity="success">{t('wasRevoked', { name: revoke.data.name })}</Callout>}
        </Box>
        {revoke.error && <ErrorAlert {...errorText(revoke.error, t('couldntRevokeTheKey'))} />}
      </Panel>
      {keys.data && (
        <Panel title={t('newKey')} subtitle={t('selectOnlyThePermissionsThatYour')}>
          <NewKeyForm grantable={keys.data.grantablePermissions} />
        </Panel>
      )}
    </>
  );

  function body(): ReactNode {
    if (keys.isPending) return <LoadingPlaceholder label={t('theKeysAreLoading')} height={200} />;
    const failed = keys.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(keys.error, t('couldntLoadTheKeys'))}
          onRetry={() => void keys.refetch()}
          retrying={keys.isFetching}
        />
      </Box>
    );
    if (!keys.data) return failed;
    return (
      <>
        {failed}
        {keys.data.items.length === 0 ? (
          <EmptyState>{t('noApiKeysYetCreateOne')}</EmptyState>
        ) : (
          <DataTable
            id="api-keys"
            label={t('apiKeys')}
            columns={columns}
            rows={keys.data.items}
            rowKey={(key) => key.id}
            detail={{
              label: t('details'),
              rowName: (key) => key.name,
              render: (key) => (
                <KeyDetail
                  apiKey={key}

                  disabled={revoke.isPending}
                  onRevoke={() => revoke.mutate(key)}
                />
              ),
            }}
          />
        )}
      </>
    );
  }
}
