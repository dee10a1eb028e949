/** The deliveries of a webhook, each with its result and a button to send it again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { formatCount, formatDateTime } from '@/lib/format';
import { explainDelivery } from '@/lib/translate';
import { t } from '@/messages/en/webhooks';
import { DataTable, type Column } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { nextPage } from '@/ui/nextPage';
import { StatusBadge } from '@/ui/StatusBadge';
import { eventLabel } from './eventLabels';
import { deliveriesQuery, useReplayDelivery, type WebhookDelivery } from './queries';

const TONES = { pending: 'yellow', delivered: 'green', failed: 'red' } as const;

function stateText({ state }: WebhookDelivery): string {
  if (state === 'pending') return t('pending');
  return state === 'delivered' ? t('delivered') : t('failed');
}

const columns: Column<WebhookDelivery>[] = [
  {
    id: 'time',
    value: (delivery) => delivery.createdAt,
    get heading() {
      return t('time');
    },
    render: (delivery) => formatDateTime(delivery.createdAt),
  },
  {
    id: 'event',
    value: (delivery) => eventLabel(delivery.eventType),
    get heading() {
      return t('event');
    },
    render: (delivery) => eventLabel(delivery.eventType),
  },
  {
    id: 'status',
    value: stateText,
    get heading() {
      return t('status');
    },
    render: (delivery) => <StatusBadge tone={TONES[delivery.state]}>{stateText(delivery)}</StatusBadge>,
  },
  {
    id: 'attempts',
    value: (delivery) => delivery.attempts,
    get heading() {
      return t('attempts');
    },
    numeric: true,
    render: (delivery) => formatCount(delivery.attempts),
  },
  {
    id: 'response',
    value: (delivery) => delivery.lastStatus,
    get heading() {
      return t('response');
    },
    render: responseText,
  },
];

function responseText({ lastStatus, lastDurationMs }: WebhookDelivery): string {
  return lastStatus === undefined
    ? t('noResponse')
    : t('responseIn', { status: String(lastStatus), ms: formatCount(lastDurationMs ?? 0) });
}

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const log = useInfiniteQuery(deliveriesQuery(webhookId));
  if (log.isPending) return <LoadingPlaceholder label={t('theDeliveriesAreLoading')} height={160} />;
  if (!log.data) {
    return (
      <ErrorAlert
        {...errorText(log.error, t('couldntLoadTheDeliveries'))}
        onRetry={() => void log.refetch()}
        retrying={log.isFetching}
      />
    );
  }
  const rows = log.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) return <EmptyState>{t('noDeliveriesYet')}</EmptyState>;
  return (
    <DataTable
      id="webhook-deliveries"
      label={t('deliveries')}
      columns={columns}
      rows={rows}
      rowKey={(delivery) => delivery.id}
      more={nextPage(log, t('showOlderDeliveries'))}
      detail={{
        label: t('details'),
        rowName: (delivery) => `${eventLabel(delivery.eventType)}, ${formatDateTime(delivery.createdAt)}`,
        render: (delivery) => <DeliveryDetail webhookId={webhookId} delivery={delivery} />,
      }}
    />
  );
}

interface DeliveryDetailProps {
  webhookId: string;
  delivery: WebhookDelivery;
}

function DeliveryDetail({ webhookId, delivery }: DeliveryDetailProps) {
  const replay = useReplayDelivery(webhookId);
  return (
    <Box sx={{ py: 3, textAlign: 'start', display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {delivery.lastError !== undefined && <Typography>{explainDelivery(delivery)}</Typography>}
      {delivery.nextAttemptAt !== undefined && (
        <Typography>{t('nextAttemptAt', { at: formatDateTime(delivery.nextAttemptAt) })}</Typography>
      )}
      <Box
        component="pre"
        aria-label={t('body')}
        sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {delivery.body}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button variant="outlined" disabled={replay.isPending} onClick={() => replay.mutate(delivery.id)}>
          {t('sendAgain')}
        </Button>
        <Typography aria-live="polite" variant="body2" sx={{ color: 'text.secondary' }}>
          {replay.isSuccess ? t('sentAgain') : t('sendAgainEffect')}
        </Typography>
      </Box>
      {replay.error && <ErrorAlert {...errorText(replay.error, t('couldntSendAgain'))} />}
    </Box>
  );
}
