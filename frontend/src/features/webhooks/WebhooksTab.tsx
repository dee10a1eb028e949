/** Webhooks: list, create, change and delete. */
import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/webhooks';
import { Callout } from '@/ui/Callout';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { eventLabel } from './eventLabels';
import { SigningSecret } from './SigningSecret';
import { WebhookDetail } from './WebhookDetail';
import { WebhookForm } from './WebhookForm';
import { useCreateWebhook, useDeleteWebhook, webhooksQuery, type Webhook } from './queries';

const columns: Column<Webhook>[] = [
  {
    id: 'name',
    value: (webhook) => webhook.name,
    get heading() {
      return t('name');
    },
    render: (webhook) => webhook.name,
  },
  {
    id: 'events',
    value: eventTexts,
    get heading() {
      return t('events');
    },
    render: eventTexts,
  },
  {
    id: 'status',
    value: stateText,
    get heading() {
      return t('status');
    },
    render: (webhook) => (
      <StatusBadge tone={webhook.state === 'enabled' ? 'green' : 'yellow'}>{stateText(webhook)}</StatusBadge>
    ),
  },
  {
    id: 'lastSuccess',
    value: (webhook) => webhook.lastSuccessAt,
    get heading() {
      return t('lastSuccess');
    },
    render: (webhook) => (webhook.lastSuccessAt ? formatDateTime(webhook.lastSuccessAt) : t('never')),
  },
];

function eventTexts(webhook: Webhook): string {
  return webhook.eventTypes.map(eventLabel).join('; ');
}

function stateText({ state, disabledReason }: Webhook): string {
  if (state === 'enabled') return t('enabled');
  if (disabledReason === 'gone') return t('disabledGone');
  return disabledReason === 'failing' ? t('disabledFailing') : t('disabled');
}

export function WebhooksTab() {
  const webhooks = useInfiniteQuery(webhooksQuery);
  const create = useCreateWebhook();
  const remove = useDeleteWebhook();
  return (
    <>
      <Panel title={t('webhooks')} subtitle={t('sendEventsToYourSoftware')}>
        {body()}
        <Box aria-live="polite" sx={{ mt: 3 }}>
          {remove.data && <Callout severity="success">{t('wasDeleted', { name: remove.data.name })}</Callout>}
        </Box>
        {remove.error && <ErrorAlert {...errorText(remove.error, t('couldntDelete'))} />}
      </Panel>
      <Panel title={t('newWebhook')} subtitle={t('chooseWhereEventsGo')}>
        {create.data ? (
          <SigningSecret
            name={create.data.webhook.name}
            secret={create.data.secret}
            onDone={() => create.reset()}
          />
        ) : (
          <WebhookForm
            initial={{ name: '', url: '', eventTypes: ['sync.finished'], isOrdered: false, isEnabled: true }}
            error={create.error}
            failure={t('couldntCreateTheWebhook')}
            isPending={create.isPending}
            action={t('createWebhook')}
            onSubmit={(settings) => create.mutate(settings)}
          />
        )}
      </Panel>
    </>
  );

  function body(): ReactNode {
    if (webhooks.isPending) return <LoadingPlaceholder label={t('theWebhooksAreLoading')} height={200} />;
    const failed = webhooks.isError && (
      <Box sx={{ mb: 3 }}>
        <ErrorAlert
          {...errorText(webhooks.error, t('couldntLoadTheWebhooks'))}
          onRetry={() => void webhooks.refetch()}
          retrying={webhooks.isFetching}
        />
      </Box>
    );
    if (!webhooks.data) return failed;
    const rows = webhooks.data.pages.flatMap((page) => page.items);
    return (
      <>
        {failed}
        {rows.length === 0 ? (
          <EmptyState>{t('noWebhooksYet')}</EmptyState>
        ) : (
          <DataTable
            id="webhooks"
            label={t('webhooks')}
            columns={columns}
            rows={rows}
            rowKey={(webhook) => webhook.id}
            detail={{
              label: t('details'),
              rowName: (webhook) => webhook.name,
              render: (webhook) => (
                <WebhookDetail
                  webhook={webhook}
                  isDeleting={remove.isPending}
                  onDelete={() => remove.mutate(webhook)}
                />
              ),
            }}
          />
        )}
      </>
    );
  }
}
