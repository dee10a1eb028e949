/** The keys by which programs use the API: listed, made, and revoked. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDay, formatDateTime } from '@/lib/format';
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
  { heading: 'Name', render: (key) => <KeyName apiKey={key} /> },
  { heading: 'Made by', render: (key) => `${key.createdBy}, ${formatDay(key.createdAt)}` },
  { heading: 'Last used', render: (key) => (key.lastUsedAt ? formatDateTime(key.lastUsedAt) : 'Never') },
  { heading: 'Ends', render: (key) => (key.expiresAt ? formatDay(key.expiresAt) : 'Never') },
];

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, overflowWrap: 'anywhere' }}>
      {apiKey.name}
      {apiKey.state === 'expired' && <StatusBadge tone="yellow">Has ended</StatusBadge>}
      {apiKey.state === 'maker_gone' && <StatusBadge tone="yellow">Refused: its maker has left</StatusBadge>}
    </Box>
  );
}

export function KeysTab() {
  const keys = useQuery(apiKeysQuery);
  const revoke = useRevokeApiKey();
  return (
    <>
      <Panel
        title="API keys"
        subtitle="Programs sign in with them. A key may never do more than whoever made it."
      >
        {body()}
        <Box aria-live="polite" sx={{ mt: 3 }}>
          {revoke.data && (
            <Callout severity="success">
              {revoke.data.name} was taken back. It may go on for up to 2 seconds.
            </Callout>
          )}
        </Box>
        {revoke.error && (
          <ErrorAlert {...errorText(revoke.error, 'That did not work, and the key goes on. Try again.')} />
        )}
      </Panel>
      {keys.data && (
        <Panel title="New key" subtitle="Give it what the program needs and nothing else.">
          <NewKeyForm grantable={keys.data.grantable} />
        </Panel>
      )}
    </>
  );

  function body(): ReactNode {
    if (keys.isPending) return <LoadingPlaceholder label="The keys are loading" height={200} />;
    const failed = keys.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(keys.error, 'The keys did not load.')}
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
          <EmptyState>There is no key yet. Make one below for the program that needs it.</EmptyState>
        ) : (
          <DataTable
            label="API keys"
            columns={columns}
            rows={keys.data.items}
            rowKey={(key) => key.id}
            detail={{
              label: 'Details',
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
