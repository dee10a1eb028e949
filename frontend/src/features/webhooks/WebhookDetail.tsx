/** One webhook: test, rotate, disable, edit and delete, and its deliveries. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { errorText } from '@/api/errors';
import { formatDateTime } from '@/lib/format';
import { t } from '@/messages/en/webhooks';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { DeliveryLog } from './DeliveryLog';
import { SigningSecret } from './SigningSecret';
import { WebhookForm } from './WebhookForm';
import { settingsOf, useReplaceWebhook, useRotateSecret, useTestWebhook, type Webhook } from './queries';

interface WebhookDetailProps {
  webhook: Webhook;
  isDeleting: boolean;
  onDelete: () => void;
}

export function WebhookDetail({ webhook, isDeleting, onDelete }: WebhookDetailProps) {
  const replace = useReplaceWebhook(webhook.id);
  const rotate = useRotateSecret(webhook.id);
  const test = useTestWebhook(webhook.id);
  const [confirming, setConfirming] = useState<'rotation' | 'deletion'>();
  const settings = settingsOf(webhook);
  const { name } = webhook;
  const isEnabled = webhook.state === 'enabled';
  const changeSecret = () => {
    if (confirming !== 'rotation') return setConfirming('rotation');
    setConfirming(undefined);
    rotate.mutate();
  };

  return (
    <Box sx={{ py: 3, textAlign: 'start', display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{webhook.url}</Typography>
      {webhook.previousSecretExpiresAt !== undefined && (
        <Typography>
          {t('bothSecretsSign', { at: formatDateTime(webhook.previousSecretExpiresAt) })}
        </Typography>
      )}
      {rotate.data && <SigningSecret name={name} secret={rotate.data.secret} onDone={() => rotate.reset()} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Button variant="outlined" disabled={!isEnabled || test.isPending} onClick={() => test.mutate()}>
          {t('sendTest')}
        </Button>
        <Button variant="outlined" disabled={rotate.isPending} onClick={changeSecret}>
          {confirming === 'rotation' ? t('confirmRotation', { name }) : t('rotateSecret')}
        </Button>
        <Button
          variant="outlined"
          disabled={replace.isPending}
          onClick={() => replace.mutate({ ...settings, isEnabled: !isEnabled })}
        >
          {isEnabled ? t('disableWebhook') : t('enableWebhook')}
        </Button>
        <Button
          color="error"
          variant="outlined"
          disabled={isDeleting}
          onClick={() => (confirming === 'deletion' ? onDelete() : setConfirming('deletion'))}
        >
          {confirming === 'deletion' ? t('confirmDeletion', { name }) : t('deleteWebhook')}
        </Button>
      </Box>
      <Typography aria-live="polite" variant="body2" sx={{ color: 'text.secondary' }}>
        {statusText()}
      </Typography>
      {test.error && <ErrorAlert {...errorText(test.error, t('couldntSendTest'))} />}
      {rotate.error && <ErrorAlert {...errorText(rotate.error, t('couldntRotate'))} />}
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('deliveries')}
      </Typography>
      <DeliveryLog webhookId={webhook.id} />
      <WebhookForm
        initial={settings}
        error={replace.error}
        failure={t('couldntSaveTheWebhook')}
        isPending={replace.isPending}
        action={t('saveWebhook')}
        onSubmit={(changed) => replace.mutate(changed)}
      />
    </Box>
  );

  function statusText(): string {
    if (confirming === 'rotation') return t('rotationEffect');
    if (confirming === 'deletion') return t('deletionEffect');
    if (!isEnabled) return t('disablingLosesEvents');
    if (test.isSuccess) return t('testQueued');
    return replace.isSuccess ? t('saved') : '';
  }
}
