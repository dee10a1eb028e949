/** The keys by which programs use the API: listed, made, and taken back. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayFailure } from '@/api/errors';
import { day, moment } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { DataTable, type Column } from '@/ui/DataTable';
import { FailureNotice } from '@/ui/FailureNotice';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { ToneMark } from '@/ui/ToneMark';
import { Waiting } from '@/ui/Waiting';
import { keyList, useRevokeKey, type ApiKey } from './keyList';
import { KeyDetail } from './KeyDetail';
import { NewKeyForm } from './NewKeyForm';

const columns: Column<ApiKey>[] = [
  { heading: 'Name', show: (key) => <Name apiKey={key} /> },
  { heading: 'Made by', show: (key) => `${key.createdBy}, ${day(key.createdAt)}` },
  { heading: 'Last used', show: (key) => (key.lastUsedAt ? moment(key.lastUsedAt) : 'Never') },
  { heading: 'Ends', show: (key) => (key.expiresAt ? day(key.expiresAt) : 'Never') },
];

function Name({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, overflowWrap: 'anywhere' }}>
      {apiKey.name}
      {apiKey.state === 'expired' && <ToneMark tone="yellow">Has ended</ToneMark>}
      {apiKey.state === 'maker_gone' && <ToneMark tone="yellow">Refused: its maker has left</ToneMark>}
    </Box>
  );
}

interface KeysTabProps {
  /** Permissions in plain words. */
  words: Record<string, string>;
}

export function KeysTab({ words }: KeysTabProps) {
  const keys = useQuery(keyList);
  const revoke = useRevokeKey();
  return (
    <>
      <Panel
        title="API keys"
        subtitle="Programs sign in with them. A key may never do more than whoever made it."
      >
        {body()}
        <Box aria-live="polite" sx={{ mt: 3 }}>
          {revoke.data && (
            <Callout weight="success">
              {revoke.data.name} was taken back. It may go on for up to 2 seconds.
            </Callout>
          )}
        </Box>
        {revoke.error && (
          <FailureNotice
            {...sayFailure(revoke.error, 'That did not work, and the key goes on. Try again.')}
          />
        )}
      </Panel>
      {keys.data && (
        <Panel title="New key" subtitle="Give it what the program needs and nothing else.">
          <NewKeyForm grantable={keys.data.grantable} words={words} />
        </Panel>
      )}
    </>
  );

  function body(): ReactNode {
    if (keys.isPending) return <Waiting label="The keys are loading" height={200} />;
    const failed = keys.isError && (
      <Box sx={{ mb: 3 }}>
        <FailureNotice
          {...sayFailure(keys.error, 'The keys did not load.')}
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
          <Notice>There is no key yet. Make one below for the program that needs it.</Notice>
        ) : (
          <DataTable
            label="API keys"
            columns={columns}
            rows={keys.data.items}
            rowKey={(key) => key.id}
            detail={{
              label: 'Details',
              of: (key) => key.name,
              show: (key) => (
                <KeyDetail
                  apiKey={key}
                  words={words}
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
